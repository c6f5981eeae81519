import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { holdPurge } from '#api/database/cdn-purge-queue.ts';
import { lockStock } from '#api/database/locks.ts';
import { insertInBatches, padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { indexProducts } from '#api/database/search/product-index.ts';
import { keysOfLists } from '#api/services/catalogue/collections.ts';
import { addChangedProducts, type ChangedProducts } from '#api/services/events/product-events.ts';
import { writeProducts } from '#api/services/import/apply/write-products.ts';
import type { ChangeCounts } from '#api/services/import/plan/plan-variants.ts';
import { readStoredProducts } from '#api/services/import/plan/read-stored-products.ts';
import type { StagedProduct, StagedRestore } from '#api/services/import/plan/staging-table.ts';
import { readRun, renewLease } from '#api/services/import/run/lease.ts';
import { type KeptChange, planRestores } from '#api/services/import/undo/plan-restores.ts';
import { recordWithdrawal } from '#api/services/import/undo/product-record.ts';
import { deleteRecords, saveRecords, type UndoItem } from '#api/services/import/undo/undo-records.ts';
import { keyOfProduct, LISTING_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { planProducts } from './plan-products.ts';
import { renameStagedProducts } from './rename-products.ts';

/** Replaces the record of missing pictures of written products. `staged` are those that an import writes. */
export async function recordMissingPictures(
  tx: Tx,
  writtenIds: readonly number[],
  staged: readonly StagedProduct[],
): Promise<void> {
  if (writtenIds.length > 0)
    await tx.deleteFrom('missing_picture').where('product_id', 'in', padToPowerOfTwo(writtenIds)).execute();
  const lacking = staged.filter(({ missing }) => missing && missing.length > 0);
  if (lacking.length === 0) return;
  const slugs = lacking.map(({ product }) => product.slug);
  const products = await tx.selectFrom('product').select(['id', 'slug']).where('slug', 'in', padToPowerOfTwo(slugs)).execute();
  const ids = new Map(products.map(({ id, slug }) => [slug, id]));
  const rows = lacking.flatMap(({ product, missing = [] }) =>
    missing.map(({ positions, variations, ...row }) => ({
      ...row,
      product_id: ids.get(product.slug) ?? 0,
      positions: JSON.stringify(positions),
      variations: JSON.stringify(variations),
    })),
  );
  await insertInBatches(rows, (values) => tx.insertInto('missing_picture').values(values).execute());
}

/** Withdraws a product from sale; its row stays for existing orders. Without its hash, a later import counts it as changed. */
export const withdrawProduct = (tx: Tx, id: number) =>
  tx.updateTable('product').set({ active: 0, import_hash: '' }).where('id', '=', id).execute();

/** What an import wrote. */
export interface AppliedCounts {
  products: ChangeCounts;
  variants: ChangeCounts;
  /** Changes since an import that is taken back. */
  kept: KeptChange[];
}

interface AppliedBatch {
  applied: AppliedCounts;
  done: number;
  total: number;
}

export interface BatchOptions {
  size: number;
  /** Whether cached pages become stale now. */
  bump: boolean;
  /** When the import began that the staged items take back, if any; what they change is then not recorded. */
  undoes: string | undefined;
}

/**
 * Applies the next staged items and deletes them from the staging table, in one transaction. Returns undefined when no items are left. Throws
 * `ImportLeaseLost` when another process has taken over.
 */
export async function applyBatch(tx: Tx, owner: string, { size, bump, undoes }: BatchOptions): Promise<AppliedBatch | undefined> {
  await renewLease(tx, owner);
  const items = await tx.selectFrom('import_item').selectAll().orderBy('seq').limit(size).execute();
  const [run, last] = [await readRun(tx), items.at(-1)];
  if (!run || !last) return undefined;
  const staged: StagedProduct[] = [];
  const restores: UndoItem[] = [];
  const toWithdraw: string[] = [];
  for (const { slug, change } of items) {
    const item = change === null ? null : (JSON.parse(change) as StagedProduct | StagedRestore);
    if (item === null) toWithdraw.push(slug);
    else if ('restore' in item) restores.push({ seq: item.seq, slug, record: item.restore });
    else staged.push(item);
  }
  await renameStagedProducts(tx, staged);
  const slugs = items.map(({ slug }) => slug);
  const rows = await tx.selectFrom('product').select('id').where('slug', 'in', padToPowerOfTwo(slugs)).execute();
  await lockStock(
    tx,
    rows.map(({ id }) => id),
  );
  const stored = await readStoredProducts(tx, slugs);

  const restored = await planRestores(tx, restores, stored);
  const written = await writeProducts(tx, [...(await planProducts(tx, staged, stored)), ...restored.planned]);
  const withdrawn = toWithdraw.flatMap((slug) => {
    const row = stored.get(slug)?.row;
    return row?.active === 1 ? [row] : [];
  });
  for (const { id } of withdrawn) await withdrawProduct(tx, id);
  const withdrawnIds = withdrawn.map(({ id }) => id);
  await indexProducts(tx, withdrawnIds);
  const changedIds = [...written.ids, ...withdrawnIds];
  await recordMissingPictures(tx, changedIds, staged);

  if (undoes !== undefined) {
    const applied = restores.map(({ seq }) => seq);
    await deleteRecords(tx, undoes, applied);
  } else {
    const records = new Map([...written.records, ...withdrawn.map((row) => [row.slug, recordWithdrawal(row)] as const)]);
    const undoItems = items.flatMap(({ seq, slug }): UndoItem[] => {
      const record = records.get(slug);
      return record ? [{ seq, slug, record }] : [];
    });
    await saveRecords(tx, run.started_at, undoItems, changedIds);
  }
  await tx.deleteFrom('import_item').where('seq', '<=', last.seq).execute();
  const done = run.done + items.length;
  const changed = addChangedProducts(JSON.parse(run.changed) as ChangedProducts, [...written.changedIds, ...withdrawnIds]);
  await renewLease(tx, owner, { done, changed: JSON.stringify(changed) });
  const before = [...stored.values()].flatMap(({ row }) => keysOfLists(row));
  const keys = [LISTING_KEY, ...written.keys, ...withdrawnIds.map(keyOfProduct), ...before];
  await (bump ? bumpRevision(tx, keys) : holdPurge(tx, keys));
  const products = { ...written.products, withdrawn: withdrawn.length };
  return { applied: { products, variants: written.variants, kept: restored.kept }, done, total: run.total };
}
