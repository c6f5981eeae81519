import { sql } from 'kysely';
import type { Tx } from '../database/open.ts';
import { bumpRevision } from './revision.ts';

/** Pages say "Only N left" up to 5 and "Sold out" at none; above that, stock does not show. */
const FIRST_UNSEEN_STOCK = 6;

/** Whether pages show a stock of `after` differently from one of `before`. */
export const stockShowsDifferently = (before: number, after: number): boolean =>
  Math.min(before, FIRST_UNSEEN_STOCK) !== Math.min(after, FIRST_UNSEEN_STOCK);

/**
 * Takes units of a variant, if so many are there, and keeps the product's sum in step; says whether it did. Bumps the catalogue
 * revision only when pages change by it, so that a shop that sells well does not render its pages anew with every order.
 */
export async function takeStock(tx: Tx, productId: number, variantId: number, quantity: number): Promise<boolean> {
  const taken = await tx
    .updateTable('variant')
    .set({ stock: sql<number>`stock - ${quantity}` })
    .where('id', '=', variantId)
    .where('stock', '>=', quantity)
    .where('active', '=', 1)
    .returning('stock')
    .executeTakeFirst();
  if (!taken) return false;
  await tx
    .updateTable('product')
    .set({ stock: sql<number>`stock - ${quantity}` })
    .where('id', '=', productId)
    .execute();
  if (stockShowsDifferently(taken.stock + quantity, taken.stock)) await bumpRevision(tx);
  return true;
}
