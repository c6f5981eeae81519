import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { t } from '#lib/contract/text/t.ts';
import { removeLine } from '#lib/rules/cart/cart.ts';
import { thumbnailUrl } from '#lib/rules/pictures/reference.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { watchReset } from '#lib/state/persistence/shared-map.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
import { removeGuestWish, saveGuestWish } from '#lib/state/wishlist/guest-wishes.ts';
import { addToWishlist, isWished, removeFromWishlist } from '#lib/state/wishlist/wishlist.ts';
import { restoreLine } from './add-to-cart.ts';
import { $cart, findLine } from './cart.ts';
import { reportUnits } from './report-cart-events.ts';
import { sendLine, toastUndone } from './send-line.ts';

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
  const isSameCart = watchReset();
  const sent = await sendLine(line, 0, { show: removeLine(key) });
  if (!sent?.isDone) {
    if (sent) toastUndone(sent, failure.cartRemove, () => void removeCartItem(key, options));
    return false;
  }
  reportUnits(line, -line.quantity);
  if (options.quiet) return true;
  const undo = () => {
    if (!isSameCart()) return;
    options.onUndo?.();
    void restoreLine(line, index);
  };
  const text = options.message ?? messageOf(sent.reply ?? {}, success.itemRemoved);
  toastSuccess(text, { action: { label: t('Undo'), run: undo } });
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
