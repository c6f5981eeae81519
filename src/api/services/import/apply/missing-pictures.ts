import { insertInBatches, padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import type { StagedProduct } from '#api/services/import/plan/staging-table.ts';

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
