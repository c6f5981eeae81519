import { success } from '#lib/contract/messages/successes.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { queueWish } from '#lib/state/wishlist/queued-wish.ts';
import { addToWishlist, isWished, removeFromWishlist } from '#lib/state/wishlist/wishlist.ts';
import { findLine } from './cart.ts';
import { removeLineItem } from './remove-line.ts';

/**
 * Moves a line to the customer's wishlist, and offers to undo it. A guest signs in first, on the page that this opens, and the line moves
 * afterwards.
 */
export async function moveToWishlist(key: string): Promise<void> {
  const line = findLine(key);
  if (!line) return;
  if (!isSignedIn()) {
    queueWish(line.product_id, key);
    location.assign(`${paths.signInPage}?next=${encodeURIComponent(location.pathname + location.search)}`);
    return;
  }
  const product = { product_id: line.product_id, retailer_product_id: line.retailer_product_id ?? undefined };
  const wasWished = isWished(product);
  const retry = () => void moveToWishlist(key);
  if (!(await addToWishlist(product, { quiet: true, retry }))) return;
  await removeLineItem(key, {
    message: success.wishMoved,
    onUndo: () => {
      if (!wasWished) void removeFromWishlist(product, { quiet: true });
    },
  });
}
