import { watchToasts } from '#islands/toasts/useToasts.ts';
import { addToWishlist, isWished, removeFromWishlist, type WishedProduct } from '#lib/state/wishlist/wishlist.ts';

export { isWished };

watchToasts();

/** Adds a product to the wishlist or removes it. The page's heart buttons are updated by the `wishlist` window event. */
export function setWished(product: WishedProduct, wanted: boolean): void {
  void (wanted ? addToWishlist(product) : removeFromWishlist(product));
}
