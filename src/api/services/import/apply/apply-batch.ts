import { bumpListingRevision, bumpRevision } from '#api/database/catalogue-revision.ts';
import { holdPurge } from '#api/database/cdn-purge-queue.ts';
import { lockStock } from '#api/database/locks.ts';
import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { indexProducts } from '#api/database/search/product-index.ts';
import type { ChangeCounts } from '#api/services/import/plan/change-counts.ts';
import type { StagedProduct } from '#api/services/import/plan/staging-table.ts';
import { readRun, renewLease } from '#api/services/import/run/lease.ts';
import { keyOfCategory, keyOfProduct, LISTING_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { renameStagedProducts } from './rename-products.ts';
import { withdrawProduct } from './withdraw-product.ts';
import { type ProductRow, writeProducts } from './write-products.ts';

/** What an import wrote. */
export interface AppliedCounts {
  products: ChangeCounts;
  variants: ChangeCounts;
}

interface AppliedBatch {
  applied: AppliedCounts;
  done: number;
  total: number;
}

/**
 * Applies the next `size` staged items and deletes them from the staging table, in one transaction. `bump` also makes cached pages stale. Returns
 * undefined when no items are left. Throws `ImportLeaseLost` when another process has taken over.
 */
export async function applyBatch(tx: Tx, owner: string, size: number, bump: boolean): Promise<AppliedBatch | undefined> {
  await renewLease(tx, owner);
  const items = await tx.selectFrom('import_item').selectAll().orderBy('seq').limit(size).execute();
  const [run, last] = [await readRun(tx), items.at(-1)];
  if (!run || !last) return undefined;
  const staged = items.flatMap(({ change }) => (change === null ? [] : [JSON.parse(change) as StagedProduct]));
  await renameStagedProducts(tx, staged);
  const slugs = padToPowerOfTwo(items.map(({ slug }) => slug));
  const rows = await tx.selectFrom('product').select('id').where('slug', 'in', slugs).execute();
  await lockStock(
    tx,
    rows.map(({ id }) => id),
  );
  const existingRows = await tx.selectFrom('product').selectAll().where('slug', 'in', slugs).execute();
  const existing = new Map<string, ProductRow>(existingRows.map((row) => [row.slug, row]));

  const { counts: variants, keys: written, ids } = await writeProducts(tx, staged, existing);
  const withdrawn = items.flatMap(({ slug, change }) => {
    const product = change === null ? existing.get(slug) : undefined;
    return product?.active === 1 ? [product.id] : [];
  });
  for (const id of withdrawn) await withdrawProduct(tx, id);
  await indexProducts(tx, withdrawn);

  await tx.deleteFrom('import_item').where('seq', '<=', last.seq).execute();
  const done = run.done + items.length;
  await renewLease(tx, owner, { done });
  const before = existingRows.map(({ sub_category_id }) => keyOfCategory(sub_category_id));
  const keys = [LISTING_KEY, ...written, ...withdrawn.map(keyOfProduct), ...before];
  const changedIds = [...ids, ...withdrawn];
  if (bump) await bumpRevision(tx, keys, 'assortment', changedIds);
  else {
    await holdPurge(tx, keys);
    bumpListingRevision(tx, changedIds);
  }
  const changed = staged.filter(({ product }) => existing.has(product.slug)).length;
  const products = { added: staged.length - changed, changed, withdrawn: withdrawn.length };
  return { applied: { products, variants }, done, total: run.total };
}
