import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { moveRedirects } from '#api/services/redirects/redirects.ts';

/** Makes a former slug lead to a product. A slug of a product on sale still opens that product. */
export const addOldSlug = (tx: Tx, slug: string, product_id: number) =>
  tx
    .insertInto('old_slug')
    .values({ slug, product_id })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ product_id }))
    .execute();

/** Gives a product another slug and keeps its former one. The new slug must be free. */
export async function renameProduct(tx: Tx, { id, slug }: { id: number; slug: string }, to: string): Promise<void> {
  await tx.updateTable('product').set({ slug: to }).where('id', '=', id).execute();
  await tx.deleteFrom('old_slug').where('slug', '=', to).execute();
  await addOldSlug(tx, slug, id);
  await moveRedirects(tx, slug, to);
}

/** The product on sale that once had a slug; undefined if there is none. */
export const findByOldSlug = (db: Db, slug: string) =>
  db
    .selectFrom('old_slug')
    .innerJoin('product', 'product.id', 'old_slug.product_id')
    .select(['product.id', 'product.slug'])
    .where('old_slug.slug', '=', slug)
    .where('product.active', '=', 1)
    .executeTakeFirst();

/** Former slugs of products in alphabetical order, by product id. */
export async function readOldSlugs(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('old_slug')
    .selectAll()
    .where('product_id', 'in', padToPowerOfTwo(ids))
    .orderBy('slug')
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.product_id)].map(([id, some]) => [id, some.map(({ slug }) => slug)]));
}
