import type { CartItem } from '#lib/contract/cart.ts';

/** A line's quantity changes in flight: the latest wanted quantity, and the one that the server last confirmed. */
export interface PendingQuantity {
  line: CartItem;
  wanted: number;
  confirmed: number;
}

/** By the line's key. A line that is removed loses its entry: a change in flight then ends silently. */
export const pendingQuantities = new Map<string, PendingQuantity>();
