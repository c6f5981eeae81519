import { insertInBatches, padToPowerOfTwo, takeExcluded } from '#api/database/row-batches.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { compareRows, type HistoryCounts, type HistoryOptions, type HistorySummary, importHistory } from './import-history.ts';
import { type ImportedOrder, readFormerOrders } from './read-orders.ts';

const readStored = async (db: Db | Tx, numbers: readonly string[]) => {
  const rows = await db.selectFrom('imported_order').selectAll().where('order_number', 'in', padToPowerOfTwo(numbers)).execute();
  return new Map(rows.map(({ id: _, imported_at: __, ...row }) => [keyOf(row), row]));
};

const keyOf = ({ source, order_number }: ImportedOrder): string => `${source} ${order_number}`;

async function storeOrders(db: Db | Tx, batch: readonly ImportedOrder[], dryRun: boolean): Promise<HistoryCounts> {
  const stored = await readStored(
    db,
    batch.map(({ order_number }) => order_number),
  );
  const { counts, changed } = compareRows(batch, stored, keyOf);
  if (dryRun) return counts;
  await insertInBatches(changed, (rows) =>
    db
      .insertInto('imported_order')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['source', 'order_number'])
          .doUpdateSet(takeExcluded(Object.keys(rows[0] ?? {}) as (keyof ImportedOrder)[])),
      )
      .execute(),
  );
  return counts;
}

/**
 * Imports the orders of a former shop as history. They have a table of their own, which sales, limits, coupons, stock, invoices, events and
 * webhooks do not read. Throws `NotAnExport`.
 */
export const importFormerOrders = (db: Db, file: string, options: HistoryOptions = {}): Promise<HistorySummary> =>
  importHistory(
    db,
    {
      read: () => readFormerOrders(file),
      onRepeated: () => 'has rows in two places of the file: sort it by order number',
      store: storeOrders,
    },
    options,
  );
