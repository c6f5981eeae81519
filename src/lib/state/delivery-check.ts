import { atom, map } from 'nanostores';
import * as z from 'zod/mini';
import { isRefused } from '#lib/client/request.ts';
import { MAX_ADDRESS_LINE } from '#lib/contract/field-lengths.ts';
import { pincode as pincodeField } from '#lib/contract/fields.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { pincodeCall } from '#lib/contract/pincodes.ts';
import type { SliceFields } from '#lib/contract/saved-state.ts';
import { describeFailure } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { askQuote, type QuoteAnswer } from '#lib/state/store/ask-quote.ts';
import { createSharedMap } from './persistence/shared-map.ts';

const none: SliceFields<'delivery'> = { pincode: '', place: '' };
const saved = z.object({
  pincode: z.union([z.literal(''), pincodeField]),
  place: z.string().check(z.maxLength(2 * MAX_ADDRESS_LINE)),
});

/** The last pincode that the delivery check found, with its place. Saved on this device until sign-out. */
export const $delivery = createSharedMap('delivery', none, {}, z.partial(saved));

export interface DeliveryCheckState {
  error: string;
  loading: boolean;
}

const initial: DeliveryCheckState = { error: '', loading: false };

/** The state of the delivery check on this page; its result is in `$delivery`. */
export const $deliveryCheck = map<DeliveryCheckState>(initial);

/**
 * Looks a pincode up and saves it once it is found; spaces are ignored, and an invalid one gets the address form's message
 * (specification, validation).
 */
export async function checkDelivery(input: string): Promise<void> {
  const parsed = pincodeField.safeParse(input.replace(/\s/g, ''));
  if (!parsed.success) return $deliveryCheck.set({ ...initial, error: parsed.error.issues[0]?.message ?? '' });
  $deliveryCheck.set({ ...initial, loading: true });
  const outcome = await callStore(pincodeCall, { params: { pincode: parsed.data } });
  if (!outcome) return;
  if (isRefused(outcome)) return $deliveryCheck.set({ ...initial, error: describeFailure(outcome) });
  const [place] = outcome.data;
  if (!place) return $deliveryCheck.set({ ...initial, error: fieldErrors.pincodeUnknown });
  $delivery.set({ pincode: parsed.data, place: [...new Set([place.city, place.state])].filter(Boolean).join(', ') });
  $deliveryCheck.set(initial);
}

/** The variant that the buy box shows; undefined before one is chosen. */
export const $chosenVariant = atom<number | undefined>();

/** What the store said last about delivering one unit of the page's product; null before it said anything. */
export const $productQuote = atom<(QuoteAnswer & { pincode: string }) | null>(null);

let latest = 0;

/** Asks for the quote of one unit of a product; the newest answer counts. */
export async function quoteProduct(pincode: string, product_id: number, variantId: number | undefined): Promise<void> {
  latest += 1;
  const asked = latest;
  if ($productQuote.get()?.pincode !== pincode) $productQuote.set(null);
  const answer = await askQuote({ pincode, items: [{ product_id, quantity: 1, id: variantId ?? null }] });
  if (asked === latest) $productQuote.set({ pincode, ...answer });
}
