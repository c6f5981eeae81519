import type { CartItem } from '#lib/contract/cart.ts';
import { resetTime } from '#lib/rules/cart/cart-log.ts';
import { $cart } from './cart.ts';

/** A line's quantity changes in flight: the latest wanted quantity, and the one that the server last confirmed. */
export interface PendingQuantity {
  line: CartItem;
  wanted: number;
  confirmed: number;
}

/** By the line's key. A line that is removed, or reset by a sign-out, loses its entry: a change in flight then ends silently. */
export const pendingQuantities = new Map<string, PendingQuantity>();

$cart.listen(({ log }, before) => {
  if (before && resetTime(log) !== resetTime(before.log)) pendingQuantities.clear();
});
