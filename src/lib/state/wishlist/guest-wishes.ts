import { browserConnection } from '#lib/client/browser-connection.ts';
import { isOtherStore } from '#lib/client/other-store.ts';
import { isRefused, request } from '#lib/client/request.ts';
import { type Product, singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import type { GuestWish } from '#lib/contract/saved-state.ts';
import { t } from '#lib/contract/text/t.ts';
import { addToWishlistCall } from '#lib/contract/wishlist.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { toastRefusal } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { $unsaved } from '#lib/state/persistence/saved-state.ts';
import { adoptSaved, writeShared } from '#lib/state/persistence/shared-map.ts';
import { isSignedIn, sessionToken } from '#lib/state/session/session.ts';
import { toastError, toastSuccess } from '#lib/state/ui/toasts.ts';
import { $wishlist, fetchWishlist, isSameProduct, type WishedProduct } from './wishlist.ts';

/** The wishlist of a guest, on this device; a sign-in moves it to the customer's. */

/** The most products that a device keeps. */
const MAX_GUEST_WISHES = 50;

/** Calls in flight while a guest's wishes are added to a customer's wishlist. */
const MAX_CONCURRENT = 5;

/** Changes the list that is saved now: another tab may have changed it. */
function changeWishes(change: (wishes: readonly GuestWish[]) => readonly GuestWish[]): void {
  adoptSaved();
  writeShared($wishlist, { guestWishes: change($wishlist.get().guestWishes) });
}

const without =
  (product: WishedProduct) =>
  (wishes: readonly GuestWish[]): GuestWish[] =>
    wishes.filter((wish) => !isSameProduct(wish, product));

/** Saves a product on this device. True when it is saved. */
export function saveGuestWish(wish: GuestWish, { quiet = false } = {}): boolean {
  if (without(wish)($wishlist.get().guestWishes).length >= MAX_GUEST_WISHES) {
    toastError(t('This device keeps {count} products. Sign in to save more.', { count: MAX_GUEST_WISHES }));
    return false;
  }
  changeWishes((wishes) => [wish, ...without(wish)(wishes)]);
  if ($unsaved.get().includes('wishlist')) {
    changeWishes(without(wish));
    toastError(t('Your browser does not let this shop save products. Sign in to save them.'));
    return false;
  }
  if (!quiet) {
    const action = { label: t('View'), run: () => location.assign(paths.guestWishes) };
    toastSuccess(t('Saved on this device'), { action });
  }
  return true;
}

/** Removes a product from this device, and offers to undo it. */
export function removeGuestWish(product: WishedProduct, { quiet = false } = {}): void {
  const index = $wishlist.get().guestWishes.findIndex((wish) => isSameProduct(wish, product));
  const wish = $wishlist.get().guestWishes[index];
  changeWishes(without(product));
  if (quiet || !wish) return;
  const run = () => {
    if (isSignedIn()) return;
    changeWishes((wishes) => {
      const others = without(product)(wishes);
      return [...others.slice(0, index), wish, ...others.slice(index)];
    });
  };
  toastSuccess(t('Removed from this device'), { action: { label: t('Undo'), run } });
}

/** Without the requests in flight: the cart above asks for the same product, and its request would be cancelled. */
const { inFlight: _, ...connection } = browserConnection;

/** The product of a wish as the store has it now; undefined when it is gone or the call failed. */
export async function loadWishedProduct({ slug }: GuestWish): Promise<Product | undefined> {
  const outcome = await request(connection, singleProductDetailsCall, { params: { slug } });
  return outcome && !isRefused(outcome) ? outcome.data : undefined;
}

/** Adds one wish to the customer's wishlist. True when this device need not keep it: the store has it, or no longer the product. */
async function sendWish(wish: GuestWish): Promise<boolean> {
  const outcome = await callStore(addToWishlistCall, { body: { product_id: wish.product_id } });
  if (!outcome) return false;
  if (!isRefused(outcome) || (outcome.httpStatus === 404 && !isOtherStore())) return true;
  toastRefusal(outcome, { onNextPage: true });
  return false;
}

async function sendWishes(): Promise<void> {
  const token = sessionToken();
  adoptSaved();
  for (;;) {
    // The oldest first, so that the wishlist has the newest first too.
    const next = $wishlist.get().guestWishes.slice(-MAX_CONCURRENT).reverse();
    if (next.length === 0) return;
    const isTaken = await Promise.all(next.map(sendWish));
    // What is on this device after a sign-out is of the next guest.
    if (token === undefined || token !== sessionToken()) return;
    const taken = next.filter((_, i) => isTaken[i]);
    changeWishes((wishes) => wishes.filter((wish) => !taken.some((one) => isSameProduct(one, wish))));
    if (taken.length < next.length) return;
  }
}

let merging: Promise<void> | undefined;

/**
 * Moves the products that a guest has saved to the customer's wishlist, and loads it. Safe to repeat: what the store did not take stays on
 * this device until the next time.
 */
export function mergeGuestWishes(): Promise<void> {
  merging ??= (isSignedIn() ? sendWishes() : Promise.resolve())
    .then(() => fetchWishlist())
    .then(() => {})
    .finally(() => {
      merging = undefined;
    });
  return merging;
}

// A guest's tab that has not heard of the sign-in.
$wishlist.listen(({ guestWishes }, before) => {
  if (isSignedIn() && guestWishes.length > (before?.guestWishes.length ?? 0)) void mergeGuestWishes();
});
