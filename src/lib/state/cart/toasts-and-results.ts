import type { CartItem, CartResult } from '#lib/contract/cart.ts';
import { MIN_QUANTITY } from '#lib/contract/limits.ts';
import { success } from '#lib/contract/messages/successes.ts';

/** Toast options of the actions on one line: each replaces the toasts of the one before. */
export const toastFor = (key: string) => ({ subject: `cart ${key}` });

/** The same where the cart shows the result beside the toast. */
export const quietToastFor = (key: string) => ({ ...toastFor(key), isShown: true });

/** The result for a line: another store may name the product otherwise, or answer with one row. */
export const findResult = (line: CartItem, results: readonly CartResult[]): CartResult | undefined =>
  results.find((row) => row.product_id === line.product_id) ?? (results.length === 1 ? results[0] : undefined);

/** A line with the quantity and stock of the server's reply (specification 4.4). */
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

/** Whether a store's messages say more than that the cart has changed, which the cart shows. */
export const isNews = (messages: string | string[]): boolean =>
  [messages].flat().some((message) => message !== success.itemAddedServer && message !== success.cartUpdated);
