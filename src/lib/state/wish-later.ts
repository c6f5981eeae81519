import { handOver, takeHandedOver } from './hand-over.ts';

const WISH = 'wish';

/** Remembers what somebody who has to sign in first wants on the wishlist; for this tab only. */
export const wishLater = (productId: number): boolean => handOver(WISH, productId);

/** The product that was wished for before signing in, told once. */
export function takeLaterWish(): number | undefined {
  const wish = takeHandedOver(WISH);
  return typeof wish === 'number' && Number.isSafeInteger(wish) ? wish : undefined;
}
