import { setFlash, takeFlash } from '#lib/state/persistence/flash.ts';

const WISH = 'wish';

/** Remembers what somebody who has to sign in first wants on the wishlist; for this tab only. */
export const setPendingWish = (productId: number): boolean => setFlash(WISH, productId);

/** The product that was wished for before signing in, told once. */
export function takePendingWish(): number | undefined {
  const wish = takeFlash(WISH);
  return typeof wish === 'number' && Number.isSafeInteger(wish) ? wish : undefined;
}
