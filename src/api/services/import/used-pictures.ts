import { splitPictures } from '#lib/rules/picture.ts';
import type { Db } from '../../database/open.ts';

/** How many pictures the products of these slugs and their sub-categories show, each counted once. */
export async function countUsedPictures(db: Db, slugs: ReadonlySet<string>): Promise<number> {
  const products = await db
    .selectFrom('product')
    .innerJoin('sub_category', 'sub_category.id', 'product.sub_category_id')
    .select(['slug', 'pictures', 'image'])
    .execute();
  const shown = products.filter(({ slug }) => slugs.has(slug));
  return new Set(shown.flatMap(({ pictures, image }) => [...splitPictures(pictures), ...splitPictures(image)])).size;
}
