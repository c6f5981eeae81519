import { setFlash, takeFlash } from '#lib/state/persistence/flash.ts';

const WISH = 'wish';

/** Stores the product that a guest wants on the wishlist until they have signed in, in this tab only. */
export const setPendingWish = (productId: number): boolean => setFlash(WISH, productId);

/** Reads and removes the pending wish. */
export function takePendingWish(): number | undefined {
  const wish = takeFlash(WISH);
  return typeof wish === 'number' && Number.isSafeInteger(wish) ? wish : undefined;
}
