import * as z from 'zod/mini';
import { setFlash, takeFlash } from '#lib/state/persistence/storage.ts';
import { $checkout, type CheckoutState, nextCheckout } from './checkout.ts';

/** The orders that this tab has just placed: another tab that writes the saved state in the same moment may replace them there. */
const FLASH_PLACED = 'placed';

const placed = z.object({ order_id: z.array(z.int()), at: z.int() });

/** How long the next page may take to open, in milliseconds. */
const MAX_AGE_MS = 60_000;

/** Keeps the ids of the placed orders for the next page of this tab. Those that wait for a payment are found by its id. */
export function keepPlacedOrder({ order_id, payment_id }: Pick<CheckoutState, 'order_id' | 'payment_id'>): void {
  if (!payment_id) setFlash(FLASH_PLACED, { order_id, at: Date.now() });
}

/** Makes the orders that the last page of this tab placed those of the checkout, in all tabs, unless they are. Nothing is left to retry then. */
export function restorePlacedOrder(): void {
  const { data } = placed.safeParse(takeFlash(FLASH_PLACED));
  if (!data || Date.now() - data.at > MAX_AGE_MS) return;
  const { order_id, attempt, customer, message } = $checkout.get();
  const isSaved = data.order_id.every((id) => order_id.includes(id));
  if (isSaved && !attempt) return;
  $checkout.set({ ...nextCheckout(), customer, message, success: true, order_id: data.order_id });
}
