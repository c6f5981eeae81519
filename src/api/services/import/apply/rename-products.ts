import type { Tx } from '#api/database/schema/engine.ts';
import { addOldSlug, renameProduct } from '#api/services/catalogue/old-slugs.ts';
import type { PlannedProduct } from '#api/services/import/plan/plan-variants.ts';
import type { StagedProduct } from '#api/services/import/plan/staging-table.ts';
import { addRedirects } from '#api/services/redirects/redirects.ts';
import * as paths from '#lib/rules/routes/paths.ts';

/** Gives renamed products their new slugs, before they are written. A slug taken meanwhile makes the product a new one. */
export async function renameStagedProducts(tx: Tx, staged: readonly StagedProduct[]): Promise<void> {
  for (const { product, renamedFrom } of staged) {
    if (!renamedFrom) continue;
    const rows = await tx.selectFrom('product').select(['id', 'slug']).where('slug', 'in', [renamedFrom, product.slug]).execute();
    const [row] = rows;
    if (row && rows.length === 1 && row.slug === renamedFrom) await renameProduct(tx, row, product.slug);
  }
}

/** Adds the former slugs that the files name, except those of products. `ids` are the products' ids by slug. */
export async function addStatedOldSlugs(
  tx: Tx,
  planned: readonly PlannedProduct[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { row, oldSlugs = [] } of planned) {
    const id = ids.get(row.slug);
    for (const slug of oldSlugs) if (id !== undefined && slug !== row.slug) await addOldSlug(tx, slug, id);
  }
}

/** Leads the addresses that products had in a former shop to their pages. What is none, or a page of this shop, is left out. */
export async function addOldAddresses(tx: Tx, planned: readonly PlannedProduct[]): Promise<void> {
  const given = planned.flatMap(({ row, oldAddresses = [] }) =>
    oldAddresses.map((from) => ({ from, to: paths.product(row.slug) })),
  );
  if (given.length > 0) await addRedirects(tx, given, false);
}
