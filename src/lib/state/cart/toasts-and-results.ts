import type { CartItem, CartResult } from '#lib/contract/cart.ts';
import { MIN_QUANTITY } from '#lib/contract/limits.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { $unsaved } from '#lib/state/persistence/saved-state.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';

/** Toast options of the actions on one line: each replaces the toasts of the one before. */
export const toastFor = (key: string) => ({ subject: `cart ${key}` });

/** The same where the cart shows the result beside the toast. */
export const quietToastFor = (key: string) => ({ ...toastFor(key), isShown: true });

/** Confirms a change of a guest's line. Says nothing where the browser has not saved it: the cart shows why. */
export function confirmGuestChange(message: string, key: string): void {
  if (!$unsaved.get().includes('cart')) toastSuccess(message, quietToastFor(key));
}

/** A line with the quantity and stock of the server's reply (specification 4.4). */
export function applyResult(item: CartItem, result: CartResult): CartItem {
  const { selected_variant } = item;
  return {
    ...item,
    quantity: Math.max(result.quantity, MIN_QUANTITY),
    product_stock: result.product_stock,
    wishlist_id: result.wishlist_id,
    selected_variant: selected_variant && { ...selected_variant, stock: result.product_stock },
  };
}

/** Whether a store's messages say more than that the cart has changed, which the cart shows. */
export const isNews = (messages: string | string[]): boolean =>
  [messages].flat().some((message) => message !== success.itemAddedServer && message !== success.cartUpdated);
