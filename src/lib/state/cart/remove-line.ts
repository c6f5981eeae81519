import { removeToCartCall } from '#lib/contract/cart.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { t } from '#lib/contract/text/t.ts';
import { putLine, removeLine } from '#lib/rules/cart/cart.ts';
import { thumbnailUrl } from '#lib/rules/pictures/reference.ts';
import { messageOf, toastRefusedChange } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall } from '#lib/state/calls/run-call.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
import { removeGuestWish, saveGuestWish } from '#lib/state/wishlist/guest-wishes.ts';
import { addToWishlist, isWished, removeFromWishlist } from '#lib/state/wishlist/wishlist.ts';
import { restoreLine } from './add-to-cart.ts';
import { toRemovalBody } from './build-line.ts';
import { $cart, changeLine, findLine, watchReset } from './cart.ts';
import { noteRefusal, pendingQuantities, runForLine } from './line-call-queue.ts';
import { reportUnits } from './report-cart-events.ts';

interface RemovalOptions {
  /** Shown in place of the store's message. */
  message?: string;
  /** Shows no toast when the line was removed. */
  quiet?: boolean;
  /** Runs when the shopper undoes the removal. */
  onUndo?: () => void;
}

/**
 * Removes a line and offers to undo it; restores it at its index when the server refuses. True when it was removed.
 */
export async function removeCartItem(key: string, options: RemovalOptions = {}): Promise<boolean> {
  const line = findLine(key);
  if (!line) return false;
  const index = $cart.get().cartItems.indexOf(line);
  const quantity = pendingQuantities.get(key)?.confirmed ?? line.quantity;
  const isSameCart = watchReset();
  pendingQuantities.delete(key);
  changeLine(removeLine(key));
  const removeOnServer = () =>
    runForLine(key, async (show, isLast) => {
      const { reply, refused } = await runCall(callStore(removeToCartCall, { body: toRemovalBody(line) }));
      if (refused) {
        noteRefusal(refused);
        toastRefusedChange(refused, () => void removeCartItem(key, options));
      }
      if (!reply && !findLine(key)) show(putLine({ ...line, quantity }, index));
      // A cart that is loaded while the call is in flight may show the line again.
      if (reply && isLast()) show(removeLine(key));
      return reply && messageOf(reply, success.itemRemoved);
    });
  const text = isSignedIn() ? await removeOnServer() : success.itemRemoved;
  if (text) reportUnits(line, -line.quantity);
  if (!text || options.quiet) return text !== undefined;
  const undo = () => {
    if (!isSameCart()) return;
    options.onUndo?.();
    restoreLine(line, index);
  };
  toastSuccess(options.message ?? text, { action: { label: t('Undo'), run: undo } });
  return true;
}

/** Moves a line to the wishlist, of a guest on this device, and offers to undo it. */
export async function moveToWishlist(key: string): Promise<void> {
  const line = findLine(key);
  if (!line) return;
  const product = { product_id: line.product_id, retailer_product_id: line.retailer_product_id ?? undefined };
  const wasWished = isWished(product);
  const retry = () => void moveToWishlist(key);
  const isGuest = !isSignedIn();
  const wish = { ...product, slug: line.slug ?? '', name: line.product_name, picture: thumbnailUrl(line.product_images) };
  const isSaved = isGuest ? saveGuestWish(wish, { quiet: true }) : await addToWishlist(product, { quiet: true, retry });
  if (!isSaved) return;
  await removeCartItem(key, {
    message: isGuest ? t('Saved on this device') : success.wishMoved,
    onUndo: () => {
      if (wasWished) return;
      if (isSignedIn()) void removeFromWishlist(product, { quiet: true });
      else removeGuestWish(product, { quiet: true });
    },
  });
}
