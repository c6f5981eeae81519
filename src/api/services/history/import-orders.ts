import { insertInBatches, padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { type HistoryCounts, type HistoryOptions, type HistorySummary, importHistory } from './import-history.ts';
import { type ImportedOrder, readFormerOrders } from './read-orders.ts';

const readStored = async (db: Db | Tx, numbers: readonly string[]) => {
  const rows = await db.selectFrom('imported_order').selectAll().where('order_number', 'in', padToPowerOfTwo(numbers)).execute();
  return new Map(rows.map(({ id: _, imported_at: __, ...row }) => [`${row.source} ${row.order_number}`, row]));
};

const isSame = (one: ImportedOrder, other: ImportedOrder): boolean =>
  (Object.keys(one) as (keyof ImportedOrder)[]).every((key) => one[key] === other[key]);

async function storeOrders(db: Db | Tx, batch: readonly ImportedOrder[], dryRun: boolean): Promise<HistoryCounts> {
  const counts: HistoryCounts = { added: 0, changed: 0, unchanged: 0 };
  const stored = await readStored(
    db,
    batch.map(({ order_number }) => order_number),
  );
  const now = isoNow();
  const written = batch.flatMap((order) => {
    const before = stored.get(`${order.source} ${order.order_number}`);
    const isUnchanged = before !== undefined && isSame(order, before);
    counts[before === undefined ? 'added' : isUnchanged ? 'unchanged' : 'changed']++;
    return isUnchanged ? [] : [{ ...order, imported_at: now }];
  });
  if (dryRun) return counts;
  await insertInBatches(written, (rows) =>
    db
      .insertInto('imported_order')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['source', 'order_number']).doUpdateSet(({ ref }) => ({
          mailbox: ref('excluded.mailbox'),
          phone: ref('excluded.phone'),
          customer_name: ref('excluded.customer_name'),
          placed_at: ref('excluded.placed_at'),
          status: ref('excluded.status'),
          total: ref('excluded.total'),
          discount: ref('excluded.discount'),
          shipping: ref('excluded.shipping'),
          refunded: ref('excluded.refunded'),
          items: ref('excluded.items'),
          address: ref('excluded.address'),
          imported_at: ref('excluded.imported_at'),
        })),
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
