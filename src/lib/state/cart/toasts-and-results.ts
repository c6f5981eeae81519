import type { CartItem, CartResult } from '#lib/contract/cart.ts';
import { MIN_QUANTITY } from '#lib/contract/limits.ts';
import { $unsaved } from '#lib/state/persistence/saved-state.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';

/** Confirms a change of a guest's line. Says nothing where the browser has not saved it: the cart shows why. */
export function confirmGuestChange(message: string): void {
  if (!$unsaved.get().includes('cart')) toastSuccess(message);
}

/** The result for a line: another store may name the product otherwise, or answer with one row. */
export const findResult = (line: CartItem, results: readonly CartResult[]): CartResult | undefined =>
  results.find((row) => row.product_id === line.product_id) ?? (results.length === 1 ? results[0] : undefined);

/** A line with the quantity and stock of the server's reply. */
export function applyResult(item: CartItem, result: CartResult): CartItem {
  const { selected_variant } = item;
  const { product_stock = item.product_stock } = result;
  return {
    ...item,
    quantity: Math.max(result.quantity, MIN_QUANTITY),
    product_stock,
    wishlist_id: result.wishlist_id,
    selected_variant: selected_variant && { ...selected_variant, stock: result.product_stock ?? selected_variant.stock },
  };
}
