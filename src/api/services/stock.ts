import { sql } from 'kysely';
import { lockRows } from '../database/locks.ts';
import type { Tx } from '../database/open.ts';
import { bumpRevision } from './revision.ts';

/** Pages say "Only N left" up to 5 and "Sold out" at none; above that, stock does not show. */
const FIRST_UNSEEN_STOCK = 6;

/** Units of one variant. */
export interface Units {
  product_id: number;
  variant_id: number;
  quantity: number;
}

/** Whether pages show a stock of `after` differently from one of `before`. */
export const stockShowsDifferently = (before: number, after: number): boolean =>
  Math.min(before, FIRST_UNSEEN_STOCK) !== Math.min(after, FIRST_UNSEEN_STOCK);

/** By rising variant: transactions that change several take them in one order and so never wait for one another in a circle. */
const inOrder = <Line extends Units>(lines: readonly Line[]): Line[] => lines.toSorted((a, b) => a.variant_id - b.variant_id);

/** Keeps the products' sums of stock in step with their variants, then says so to pages if they show it. */
async function followVariants(tx: Tx, changes: ReadonlyMap<number, number>, pagesChange: boolean): Promise<void> {
  for (const [productId, change] of [...changes].sort(([a], [b]) => a - b)) {
    await tx
      .updateTable('product')
      .set({ stock: sql<number>`stock + ${change}` })
      .where('id', '=', productId)
      .execute();
  }
  if (pagesChange) await bumpRevision(tx);
}

const add = (changes: Map<number, number>, productId: number, change: number) =>
  changes.set(productId, (changes.get(productId) ?? 0) + change);

/**
 * Takes the units of every line, if so many are there, and keeps the products' sums in step. Returns the first line that cannot be had:
 * the caller's transaction then has to be given up, since lines before it were taken. Bumps the catalogue revision only when pages
 * change by it, so that a shop that sells well does not render its pages anew with every order.
 */
export async function takeStock<Line extends Units>(tx: Tx, lines: readonly Line[]): Promise<Line | undefined> {
  const changes = new Map<number, number>();
  let pagesChange = false;
  for (const line of inOrder(lines)) {
    const taken = await tx
      .updateTable('variant')
      .set({ stock: sql<number>`stock - ${line.quantity}` })
      .where('id', '=', line.variant_id)
      .where('stock', '>=', line.quantity)
      .where('active', '=', 1)
      .returning('stock')
      .executeTakeFirst();
    if (!taken) return line;
    add(changes, line.product_id, -line.quantity);
    pagesChange ||= stockShowsDifferently(taken.stock + line.quantity, taken.stock);
  }
  await followVariants(tx, changes, pagesChange);
  return undefined;
}

/** Gives units back. Those of a variant that is no longer on sale count for it alone, not for its product. */
export async function returnStock(tx: Tx, lines: readonly Units[]): Promise<void> {
  const changes = new Map<number, number>();
  let pagesChange = false;
  for (const { product_id, variant_id, quantity } of inOrder(lines)) {
    const back = await tx
      .updateTable('variant')
      .set({ stock: sql<number>`stock + ${quantity}` })
      .where('id', '=', variant_id)
      .returning(['stock', 'active'])
      .executeTakeFirst();
    if (!back?.active) continue;
    add(changes, product_id, quantity);
    pagesChange ||= stockShowsDifferently(back.stock - quantity, back.stock);
  }
  await followVariants(tx, changes, pagesChange);
}

/** Whether every line can be had; what is there stays there until the transaction ends. */
export async function stockCovers(tx: Tx, lines: readonly Units[]): Promise<boolean> {
  const ids = lines.map(({ variant_id }) => variant_id);
  const query = tx.selectFrom('variant').select(['id', 'stock']).where('id', 'in', ids).where('active', '=', 1).orderBy('id');
  const there = new Map((await lockRows(tx, query).execute()).map(({ id, stock }) => [id, stock]));
  return lines.every(({ variant_id, quantity }) => (there.get(variant_id) ?? 0) >= quantity);
}
