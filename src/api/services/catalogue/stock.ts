import { sql } from 'kysely';
import { lockRows } from '#api/database/locks.ts';
import type { Tx } from '#api/database/open.ts';
import { MIN_UNDISCLOSED_STOCK } from '#lib/rules/stock.ts';
import { bumpRevision } from './revision.ts';

/** Units of one variant. */
export interface VariantUnits {
  product_id: number;
  variant_id: number;
  quantity: number;
}

/** Whether pages show a stock of `after` differently from one of `before`. */
export const isStockChangeVisible = (before: number, after: number): boolean =>
  Math.min(before, MIN_UNDISCLOSED_STOCK) !== Math.min(after, MIN_UNDISCLOSED_STOCK);

/** Whether what could be bought no longer can, or the other way round. */
export const isAvailabilityChanged = (before: number, after: number): boolean => (before === 0) !== (after === 0);

/** By rising variant: transactions that change several take them in one order and so never wait for one another in a circle. */
const inOrder = <Line extends VariantUnits>(lines: readonly Line[]): Line[] =>
  lines.toSorted((a, b) => a.variant_id - b.variant_id);

/** What changes of a product with the stock of its variants. */
class Follower {
  units = 0;
  /** Whether one of its variants sold out or came back. */
  comesOrGoes = false;
}

/** Keeps products in step with their variants. */
class Followers {
  readonly #byProduct = new Map<number, Follower>();
  #pagesChange = false;

  /** Notes that a variant of a product has `after` units and had `before`. */
  note(productId: number, before: number, after: number): void {
    const follower = this.#byProduct.get(productId) ?? new Follower();
    this.#byProduct.set(productId, follower);
    follower.units += after - before;
    follower.comesOrGoes ||= isAvailabilityChanged(before, after);
    this.#pagesChange ||= isStockChangeVisible(before, after);
  }

  /** Writes the products' sums of stock, then says so to pages if they show it. */
  async write(tx: Tx): Promise<void> {
    const now = new Date().toISOString();
    for (const [productId, { units, comesOrGoes }] of [...this.#byProduct].sort(([a], [b]) => a - b)) {
      await tx
        .updateTable('product')
        .set({ stock: sql<number>`stock + ${units}`, ...(comesOrGoes && { updated_at: now }) })
        .where('id', '=', productId)
        .execute();
    }
    if (this.#pagesChange) await bumpRevision(tx);
  }
}

/**
 * Takes the units of every line, if so many are there, and keeps the products' sums in step. Returns the first line that cannot be had:
 * the caller's transaction then has to be given up, since lines before it were taken. Bumps the catalogue revision only when pages
 * change by it, so that a shop that sells well does not render its pages anew with every order.
 */
export async function deductStock<Line extends VariantUnits>(tx: Tx, lines: readonly Line[]): Promise<Line | undefined> {
  const followers = new Followers();
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
    followers.note(line.product_id, taken.stock + line.quantity, taken.stock);
  }
  await followers.write(tx);
  return undefined;
}

/** Gives units back. Those of a variant that is no longer on sale count for it alone, not for its product. */
export async function restoreStock(tx: Tx, lines: readonly VariantUnits[]): Promise<void> {
  const followers = new Followers();
  for (const { product_id, variant_id, quantity } of inOrder(lines)) {
    const back = await tx
      .updateTable('variant')
      .set({ stock: sql<number>`stock + ${quantity}` })
      .where('id', '=', variant_id)
      .returning(['stock', 'active'])
      .executeTakeFirst();
    if (!back?.active) continue;
    followers.note(product_id, back.stock - quantity, back.stock);
  }
  await followers.write(tx);
}

/** Whether every line can be had; what is there stays there until the transaction ends. */
export async function canDeductStock(tx: Tx, lines: readonly VariantUnits[]): Promise<boolean> {
  const ids = lines.map(({ variant_id }) => variant_id);
  const query = tx.selectFrom('variant').select(['id', 'stock']).where('id', 'in', ids).where('active', '=', 1).orderBy('id');
  const there = new Map((await lockRows(tx, query).execute()).map(({ id, stock }) => [id, stock]));
  return lines.every(({ variant_id, quantity }) => (there.get(variant_id) ?? 0) >= quantity);
}
