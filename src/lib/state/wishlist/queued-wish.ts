import { setFlash, takeFlash } from '#lib/state/persistence/flash.ts';

const WISH = 'wish';

export interface QueuedWish {
  product_id: number;
  /** Key of the cart line that moves to the wishlist. */
  line?: string;
}

/** Stores the product that a guest wants on the wishlist until they have signed in, in this tab only. */
export const queueWish = (product_id: number, line?: string): boolean =>
  setFlash(WISH, { product_id, ...(line !== undefined && { line }) });

/** Reads and removes the queued wish. */
export function takeQueuedWish(): QueuedWish | undefined {
  const wish = takeFlash(WISH) as Partial<QueuedWish> | null | undefined;
  const { product_id, line } = wish ?? {};
  if (!Number.isSafeInteger(product_id)) return undefined;
  return { product_id: product_id as number, ...(typeof line === 'string' && { line }) };
}
