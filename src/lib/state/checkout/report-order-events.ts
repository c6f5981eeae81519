import { emitShopperEvent } from '#lib/client/analytics/emit-shopper-event.ts';
import { itemsValue, toPurchase, toShopperItem } from '#lib/client/analytics/shopper-items.ts';
import type { Order } from '#lib/contract/orders.ts';
import { isOrderable } from '#lib/rules/cart/cart.ts';
import { $cart } from '#lib/state/cart/cart.ts';
import { peekFlash, setFlash } from '#lib/state/persistence/storage.ts';
import { $checkout } from './checkout.ts';

/** The idempotency key of the checkout that this tab has begun. */
const FLASH_BEGUN = 'begun';

/** Tells analytics that the checkout is open with the cart as it is; once, also after a reload. */
export function reportCheckout(): void {
  const { idempotencyKey } = $checkout.get();
  if (peekFlash(FLASH_BEGUN) === idempotencyKey) return;
  setFlash(FLASH_BEGUN, idempotencyKey);
  const items = $cart
    .get()
    .cartItems.filter(isOrderable)
    .map((line) => toShopperItem(line));
  emitShopperEvent({ name: 'begin_checkout', items, value: itemsValue(items) });
}

/** The page of thanks for an order of earlier is no purchase, in milliseconds. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Tells analytics that an order has been placed, unless that is long ago. They count it once. */
export function reportPurchase(order: Order): void {
  if (order.order_date && Date.parse(order.order_date) < Date.now() - MAX_AGE_MS) return;
  emitShopperEvent(toPurchase(order));
}
