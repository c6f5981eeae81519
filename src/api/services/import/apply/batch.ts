import { lockStock } from '#api/database/locks.ts';
import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { indexProducts } from '#api/database/search/product-index.ts';
import { bumpRevision } from '#api/services/catalogue/revision.ts';
import type { StagedProduct } from '#api/services/import/plan/staged.ts';
import type { VariantCounts } from '#api/services/import/plan/variants.ts';
import { readRun, renewLease } from '#api/services/import/run/lease.ts';
import { type ProductRow, writeProducts } from './products.ts';
import { withdrawProduct } from './withdraw.ts';

/** What an import wrote. */
export interface AppliedCounts {
  products: { added: number; changed: number; withdrawn: number };
  variants: VariantCounts;
}

export const zeroCounts = (): AppliedCounts => ({
  products: { added: 0, changed: 0, withdrawn: 0 },
  variants: { added: 0, changed: 0, withdrawn: 0 },
});

export interface AppliedBatch {
  applied: AppliedCounts;
  done: number;
  total: number;
}

/**
 * Applies the next `size` staged items and removes them from the stage, in one transaction. `bump` makes pages that were rendered before
 * stale. Returns undefined when nothing is left; throws `ImportTakenOver` when another process applies this import.
 */
export async function applyBatch(tx: Tx, owner: string, size: number, bump: boolean): Promise<AppliedBatch | undefined> {
  await renewLease(tx, owner);
  const items = await tx.selectFrom('import_item').selectAll().orderBy('seq').limit(size).execute();
  const [run, last] = [await readRun(tx), items.at(-1)];
  if (!run || !last) return undefined;
  const slugs = padToPowerOfTwo(items.map(({ slug }) => slug));
  const rows = await tx.selectFrom('product').select('id').where('slug', 'in', slugs).execute();
  await lockStock(
    tx,
    rows.map(({ id }) => id),
  );
  const present = await tx.selectFrom('product').selectAll().where('slug', 'in', slugs).execute();
  const known = new Map<string, ProductRow>(present.map((row) => [row.slug, row]));

  const staged = items.flatMap(({ change }) => (change === null ? [] : [JSON.parse(change) as StagedProduct]));
  const variants = await writeProducts(tx, staged, known);
  const gone = items.flatMap(({ slug, change }) => {
    const product = change === null ? known.get(slug) : undefined;
    return product?.active === 1 ? [product.id] : [];
  });
  for (const id of gone) await withdrawProduct(tx, id);
  await indexProducts(tx, gone);

  await tx.deleteFrom('import_item').where('seq', '<=', last.seq).execute();
  const done = run.done + items.length;
  await renewLease(tx, owner, { done });
  if (bump) await bumpRevision(tx);
  const changed = staged.filter(({ product }) => known.has(product.slug)).length;
  const products = { added: staged.length - changed, changed, withdrawn: gone.length };
  return { applied: { products, variants }, done, total: run.total };
}
