import { watchToasts } from '#islands/toasts/useToasts.ts';
import { addToWishlist, isWished, removeFromWishlist, type WishedProduct } from '#lib/state/wishlist/wishlist.ts';

export { isWished };

watchToasts();

/** Puts a product on the customer's wishlist or takes it off; the hearts on the page hear of it by the `wishlist` event. */
export function setWished(product: WishedProduct, wanted: boolean): void {
  void (wanted ? addToWishlist(product) : removeFromWishlist(product));
}
