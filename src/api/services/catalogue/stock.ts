import { sql } from 'kysely';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { compileOnce, type PlaceholderOf } from '#api/database/compile-once.ts';
import { lockRows } from '#api/database/locks.ts';
import { runPrepared } from '#api/database/run-prepared.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { keyOfCategory, keyOfProduct, LISTING_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { MIN_UNDISCLOSED_STOCK } from '#lib/rules/product/stock-disclosure.ts';

/** Units of one variant. */
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
  /** Whether one of its variants sold out or came back. */
  isAvailabilityChanged = false;
}

/** The update of one product. */
const updateProduct = compileOnce(
  (tx, placeholder: PlaceholderOf<{ id: number; change: StockChange }>, { change }) =>
    tx
      .updateTable('product')
      .set({
        stock: sql<number>`stock + ${placeholder((now) => now.change.units)}`,
        ...(change.isAvailabilityChanged && { updated_at: placeholder(() => isoNow()) }),
      })
      .where(
        'id',
        '=',
        placeholder(({ id }) => id),
      ),
  ({ change }) => change.isAvailabilityChanged,
);

/** Deducts units of a variant that has them and is on sale. */
const updateVariant = compileOnce((tx, placeholder: PlaceholderOf<VariantUnits>) => {
  const quantity = placeholder((line) => line.quantity);
  return tx
    .updateTable('variant')
    .set({ stock: sql<number>`stock - ${quantity}` })
    .where(
      'id',
      '=',
      placeholder((line) => line.variant_id),
    )
    .where('stock', '>=', quantity)
    .where('active', '=', 1)
    .returning('stock');
});

/** Collects changes of variants and applies them to the stock totals of their products. */
class ProductStockTotals {
  readonly #byProduct = new Map<number, StockChange>();
  /** Surrogate keys of pages that show the change. */
  readonly #changedKeys: string[] = [];

  /** Adds a change of one variant from `before` to `after` units. */
  add(productId: number, before: number, after: number): void {
    const change = this.#byProduct.get(productId) ?? new StockChange();
    this.#byProduct.set(productId, change);
    change.units += after - before;
    change.isAvailabilityChanged ||= isAvailabilityChanged(before, after);
    if (isStockChangeVisible(before, after)) this.#changedKeys.push(keyOfProduct(productId));
  }

  /** Surrogate keys of the listings that show products which sold out or came back. */
  async #readListingKeys(tx: Tx, ids: readonly number[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const products = await tx.selectFrom('product').select('sub_category_id').where('id', 'in', ids).execute();
    return [LISTING_KEY, ...products.map(({ sub_category_id }) => keyOfCategory(sub_category_id))];
  }

  /**
   * Updates all products but the last, ordered by id, and bumps the catalogue revision when pages show the change. Returns the update of the
   * last one, for the caller to run.
   */
  async prepare(tx: Tx) {
    const ids = [...this.#byProduct].flatMap(([id, change]) => (change.isAvailabilityChanged ? [id] : []));
    const changedKeys = [...this.#changedKeys, ...(await this.#readListingKeys(tx, ids))];
    if (changedKeys.length > 0) await bumpRevision(tx, changedKeys);
    const updates = [...this.#byProduct].sort(([a], [b]) => a - b).map(([id, change]) => updateProduct(tx, { id, change }));
    for (const update of updates.slice(0, -1)) await tx.executeQuery(update);
    return updates.at(-1);
  }

  /** Updates the products, and bumps the catalogue revision when pages show the change. */
  async write(tx: Tx): Promise<void> {
    const last = await this.prepare(tx);
    if (last) await tx.executeQuery(last);
  }
}

/** A deduction from variants: the first line that is not available, if any, and the changes of product totals. */
interface VariantDeduction<Line> {
  unavailableLine?: Line;
  totals: ProductStockTotals;
}

/**
 * Deducts the units of every line from the variants; the caller updates the product totals. If a line is not available, the caller must roll
 * back, because earlier lines are deducted.
 */
export async function deductVariantStock<Line extends VariantUnits>(
  tx: Tx,
  lines: readonly Line[],
): Promise<VariantDeduction<Line>> {
  const totals = new ProductStockTotals();
  for (const line of sortForLocking(lines)) {
    const [updated] = await runPrepared(tx, updateVariant(tx, line));
    if (!updated) return { unavailableLine: line, totals };
    totals.add(line.product_id, updated.stock + line.quantity, updated.stock);
  }
  return { totals };
}

/**
 * Deducts the units of every line from variants and product totals. Returns the first line that is not available: the caller must then
 * roll back. Bumps the catalogue revision only for changes that pages show, which keeps the page cache warm while a shop sells.
 */
export async function deductStock<Line extends VariantUnits>(tx: Tx, lines: readonly Line[]): Promise<Line | undefined> {
  const deduction = await deductVariantStock(tx, lines);
  if (!deduction.unavailableLine) await deduction.totals.write(tx);
  return deduction.unavailableLine;
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
