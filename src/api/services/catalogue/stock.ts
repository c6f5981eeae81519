import { sql } from 'kysely';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { lockRows } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { recordLowStock } from '#api/services/events/product-events.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { keyOfProduct, LISTING_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { MIN_UNDISCLOSED_STOCK } from '#lib/rules/product/stock-notes.ts';
import { keysOfLists } from './collections.ts';

export interface VariantUnits {
  product_id: number;
  variant_id: number;
  quantity: number;
}

/** Whether pages show a stock of `after` differently from one of `before`. */
export const isStockChangeVisible = (before: number, after: number): boolean =>
  Math.min(before, MIN_UNDISCLOSED_STOCK) !== Math.min(after, MIN_UNDISCLOSED_STOCK);

/** Whether a change sells something out or brings it back. */
export const isAvailabilityChanged = (before: number, after: number): boolean => (before === 0) !== (after === 0);

/** Sorts by variant id: transactions that lock variants in one order cannot deadlock. */
const sortForLocking = <Line extends VariantUnits>(lines: readonly Line[]): Line[] =>
  lines.toSorted((a, b) => a.variant_id - b.variant_id);

/** Stock change of one product, summed over its variants. */
class StockChange {
  units = 0;
  isAvailabilityChanged = false;
}

const updateProduct = (tx: Tx, { id, change }: { id: number; change: StockChange }) =>
  tx
    .updateTable('product')
    .set({
      stock: sql<number>`stock + ${change.units}`,
      ...(change.isAvailabilityChanged && { updated_at: isoNow() }),
    })
    .where('id', '=', id);

/** Collects changes of variants and applies them to the stock totals of their products. */
class ProductStockTotals {
  readonly #byProduct = new Map<number, StockChange>();
  readonly #changedKeys: string[] = [];

  /** Adds a change of one variant from `before` to `after` units. */
  add(productId: number, before: number, after: number): void {
    const change = this.#byProduct.get(productId) ?? new StockChange();
    this.#byProduct.set(productId, change);
    change.units += after - before;
    change.isAvailabilityChanged ||= isAvailabilityChanged(before, after);
    if (isStockChangeVisible(before, after)) this.#changedKeys.push(keyOfProduct(productId));
  }

  async #readListingKeys(tx: Tx, ids: readonly number[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const products = await tx.selectFrom('product').select(['sub_category_id', 'collections']).where('id', 'in', ids).execute();
    return [LISTING_KEY, ...products.flatMap(keysOfLists)];
  }

  /** Updates the products, ordered by id, and bumps the catalogue revision when pages show the change. */
  async write(tx: Tx): Promise<void> {
    const ids = [...this.#byProduct].flatMap(([id, change]) => (change.isAvailabilityChanged ? [id] : []));
    const changedKeys = [...this.#changedKeys, ...(await this.#readListingKeys(tx, ids))];
    if (changedKeys.length > 0) await bumpRevision(tx, changedKeys);
    const updates = [...this.#byProduct].sort(([a], [b]) => a - b).map(([id, change]) => updateProduct(tx, { id, change }));
    for (const update of updates) await update.execute();
  }
}

/**
 * Deducts the units of every line from variants and product totals. Returns the first line that is not available: the caller must then
 * roll back. Bumps the catalogue revision only for changes that pages show, which keeps the page cache warm while a shop sells.
 */
export async function deductStock<Line extends VariantUnits>(tx: Tx, lines: readonly Line[]): Promise<Line | undefined> {
  const totals = new ProductStockTotals();
  for (const line of sortForLocking(lines)) {
    const updated = await tx
      .updateTable('variant')
      .set({ stock: sql<number>`stock - ${line.quantity}` })
      .where('id', '=', line.variant_id)
      .where('stock', '>=', line.quantity)
      .where('active', '=', 1)
      .returning('stock')
      .executeTakeFirst();
    if (!updated) return line;
    totals.add(line.product_id, updated.stock + line.quantity, updated.stock);
    recordLowStock(tx, line, updated.stock + line.quantity, updated.stock);
  }
  await totals.write(tx);
  return undefined;
}

/** Adds units back to variants and product totals. A variant off sale does not count in its product's total. */
export async function restoreStock(tx: Tx, lines: readonly VariantUnits[]): Promise<void> {
  const totals = new ProductStockTotals();
  for (const { product_id, variant_id, quantity } of sortForLocking(lines)) {
    const updated = await tx
      .updateTable('variant')
      .set({ stock: sql<number>`stock + ${quantity}` })
      .where('id', '=', variant_id)
      .returning(['stock', 'active'])
      .executeTakeFirst();
    if (!updated?.active) continue;
    totals.add(product_id, updated.stock - quantity, updated.stock);
  }
  await totals.write(tx);
}

/** Whether every line is on sale and in stock; locks the variants until the transaction ends. */
export async function canDeductStock(tx: Tx, lines: readonly VariantUnits[]): Promise<boolean> {
  const ids = lines.map(({ variant_id }) => variant_id);
  const query = tx
    .selectFrom('variant')
    .select(['id', 'stock'])
    .where('id', 'in', ids)
    .where('active', '=', 1)
    .where('product_id', 'in', tx.selectFrom('product').select('id').where('active', '=', 1))
    .orderBy('id');
  const available = new Map((await lockRows(tx, query).execute()).map(({ id, stock }) => [id, stock]));
  return lines.every(({ variant_id, quantity }) => (available.get(variant_id) ?? 0) >= quantity);
}
