import { watchToasts } from '#islands/toasts/useToasts.ts';
import { dispatchWindowEvent } from '#lib/client/window-events.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { removeGuestWish, saveGuestWish } from '#lib/state/wishlist/guest-wishes.ts';
import { addToWishlist, isWished, removeFromWishlist, type WishedProduct } from '#lib/state/wishlist/wishlist.ts';

export { isWished };

watchToasts();

/** What a guest's list shows of a product, from its card or page. */
function describeProduct(button: HTMLElement): { slug: string; name: string; picture: string } {
  const card = button.closest('.card') ?? button.closest('.product') ?? document;
  const { pathname } = new URL(card.querySelector<HTMLAnchorElement>('h3 a')?.href ?? location.href);
  return {
    slug: decodeURIComponent(pathname.split('/').at(-1) ?? ''),
    name: card.querySelector('h3, h1')?.textContent ?? '',
    picture: card.querySelector('img')?.getAttribute('src') ?? '',
  };
}

/** Adds a product to the wishlist or removes it. The page's heart buttons are updated by the `wishlist` window event. */
export function setWished(product: WishedProduct, wanted: boolean, button: HTMLElement): void {
  if (isSignedIn()) void (wanted ? addToWishlist(product) : removeFromWishlist(product));
  else if (wanted) saveGuestWish({ ...product, ...describeProduct(button) });
  else removeGuestWish(product);
  // A guest's wish that could not be saved changes nothing in the store.
  dispatchWindowEvent('wishlist');
}
