import { insertInBatches, padToPowerOfTwo, readPagesByKey } from '#api/database/row-batches.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import type { CategoryImageChange } from '#api/services/import/apply/category-images.ts';
import { type Pacing, runInBatches } from '#api/services/import/run/adaptive-batches.ts';
import { IMPORT_UNDO_DAYS } from '#api/services/retention.ts';
import { DAY_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';
import type { ProductRecord } from './product-record.ts';

const isoCutoff = (): string => isoAgo(IMPORT_UNDO_DAYS * DAY_MS);

/** A record of one staged item. */
export interface UndoItem {
  seq: number;
  slug: string;
  record: ProductRecord;
}

/** Adds the records of a batch to those of the import that began at `startedAt`; the stock that it wrote counts as not set since. */
export async function saveRecords(
  tx: Tx,
  startedAt: string,
  items: readonly UndoItem[],
  productIds: readonly number[],
): Promise<void> {
  if (items.length === 0) return;
  await beginRecords(tx, startedAt);
  const rows = items.map(({ seq, slug, record }) => ({ started_at: startedAt, seq, slug, change: JSON.stringify(record) }));
  await insertInBatches(rows, (batch) => tx.insertInto('import_undo_item').values(batch).execute());
  if (productIds.length === 0) return;
  const variants = tx.selectFrom('variant').select('id').where('product_id', 'in', padToPowerOfTwo(productIds));
  await tx.deleteFrom('stock_set_since_import').where('variant_id', 'in', variants).execute();
}

const beginRecords = (tx: Tx, startedAt: string) =>
  tx
    .insertInto('import_undo')
    .values({ started_at: startedAt, applied_at: '', images: '[]' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Completes the records of an import, which replaces the one before unless it changed nothing. */
export async function completeRecords(tx: Tx, startedAt: string, images: readonly CategoryImageChange[]): Promise<void> {
  if (images.length > 0) await beginRecords(tx, startedAt);
  const { numUpdatedRows } = await tx
    .updateTable('import_undo')
    .set({ applied_at: isoNow(), images: JSON.stringify(images) })
    .where('started_at', '=', startedAt)
    .executeTakeFirst();
  if (Number(numUpdatedRows) > 0) await tx.deleteFrom('import_undo').where('started_at', '<>', startedAt).execute();
}

/** Deletes the records that were applied, so that none is applied twice. */
export async function deleteRecords(tx: Tx, startedAt: string, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  await tx.deleteFrom('import_undo_item').where('started_at', '=', startedAt).where('seq', 'in', padToPowerOfTwo(seqs)).execute();
}

/** Forgets the import that was taken back. */
export const forgetRecords = (tx: Tx) => tx.deleteFrom('import_undo').execute();

/** The import that can be taken back; undefined when there is none. */
export const readLastImport = (db: Db) =>
  db
    .selectFrom('import_undo')
    .selectAll()
    .where('started_at', '>=', isoCutoff())
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();

const PAGE_SIZE = 200;

/** Reads the records of an import in pages. */
export async function* readRecords(db: Db, startedAt: string): AsyncGenerator<UndoItem[]> {
  const items = db.selectFrom('import_undo_item').select(['seq', 'slug', 'change']).where('started_at', '=', startedAt);
  const read = (after: number) => items.where('seq', '>', after).orderBy('seq').limit(PAGE_SIZE).execute();
  for await (const rows of readPagesByKey(read))
    yield rows.map(({ seq, slug, change }) => ({ seq, slug, record: JSON.parse(change) as ProductRecord }));
}

/** Deletes imports that can no longer be taken back, after `IMPORT_UNDO_DAYS` or another import, in short transactions. */
export async function purgeUndoRecords(db: Db, pace: Pacing): Promise<void> {
  await write(db, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('import_undo').where('started_at', '<', isoCutoff()).executeTakeFirst();
    if (Number(numDeletedRows) > 0) await tx.deleteFrom('stock_set_since_import').execute();
  });
  await runInBatches(pace, (size) =>
    write(db, async (tx) => {
      const old = await tx
        .selectFrom('import_undo_item')
        .select(['started_at', 'seq'])
        .where('started_at', 'not in', tx.selectFrom('import_undo').select('started_at'))
        .orderBy('started_at')
        .orderBy('seq')
        .limit(size)
        .execute();
      const [first] = old;
      const seqs = old.flatMap(({ started_at, seq }) => (started_at === first?.started_at ? [seq] : []));
      if (!first) return false;
      await tx
        .deleteFrom('import_undo_item')
        .where('started_at', '=', first.started_at)
        .where('seq', '<=', Math.max(...seqs))
        .execute();
      return true;
    }),
  );
}
