import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db } from '#api/database/schema/engine.ts';

/** Slugs in one query. */
const SLUGS_AT_ONCE = 500;

async function findIds(db: Db, slugs: readonly string[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (let from = 0; from < slugs.length; from += SLUGS_AT_ONCE) {
    const some = padToPowerOfTwo(slugs.slice(from, from + SLUGS_AT_ONCE));
    const former = await db
      .selectFrom('old_slug')
      .innerJoin('product', 'product.id', 'old_slug.product_id')
      .select(['product.id', 'old_slug.slug'])
      .where('old_slug.slug', 'in', some)
      .where('product.active', '=', 1)
      .execute();
    const present = await db
      .selectFrom('product')
      .select(['id', 'slug'])
      .where('slug', 'in', some)
      .where('active', '=', 1)
      .execute();
    for (const { id, slug } of [...former, ...present]) ids.set(slug, id);
  }
  return ids;
}

/** Ids of the related products on sale of each product that has some, by its id; `related` are slugs separated by spaces. */
export async function readRelated(
  db: Db,
  products: readonly { id: number; related: string | null }[],
): Promise<Map<number, number[]>> {
  const slugs = new Map(products.flatMap(({ id, related }) => (related ? [[id, related.split(' ')] as const] : [])));
  const ids = await findIds(db, [...new Set([...slugs.values()].flat())]);
  return new Map(
    [...slugs].map(([id, named]) => [id, [...new Set(named.flatMap((slug) => ids.get(slug) ?? []))].filter((one) => one !== id)]),
  );
}
