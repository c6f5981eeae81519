import { sql } from 'kysely';
import type { Db } from '#api/database/open.ts';
import { readWordsRevision } from '#api/database/search/product-index.ts';
import { sortSizes } from '#lib/rules/sizes.ts';
import { onSaleCondition } from './filters.ts';
import { findSubCategories, listSubCategories } from './sub-categories.ts';

export interface SubCategoryVariations {
  sub_category_id: number;
  /** Joined by commas; the same size in another case is named once. */
  sub_category_variation: string;
}

/** The sizes of each sub-category, kept until products change; a large one takes some milliseconds to gather. */
const gathered = new WeakMap<Db, { revision: number; sizes: Map<number, string[]> }>();

/** The variations of one sub-category's products on sale, sorted; the same in another case is named once. */
async function gatherSizes(db: Db, subCategoryId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .crossJoin('variant')
    .whereRef('variant.product_id', '=', 'product.id')
    .select('variant.product_variation')
    .distinct()
    .where(onSaleCondition)
    .where('product.sub_category_id', '=', subCategoryId)
    .where('variant.active', '=', sql.lit(1))
    .where('variant.product_variation', '<>', '')
    .execute();
  const known = new Map<string, string>();
  for (const { product_variation } of rows) {
    const folded = product_variation.toLowerCase();
    if (!known.has(folded)) known.set(folded, product_variation);
  }
  return sortSizes([...known.values()]);
}

/** The variations that products on sale come in, by sub-category (ids or names); an empty list asks for every sub-category. */
export async function listVariations(db: Db, wanted: readonly (string | number)[]): Promise<SubCategoryVariations[]> {
  const revision = await readWordsRevision(db);
  let kept = gathered.get(db);
  if (kept?.revision !== revision) {
    kept = { revision, sizes: new Map() };
    gathered.set(db, kept);
  }
  const ids = wanted.length > 0 ? await findSubCategories(db, wanted) : (await listSubCategories(db)).map(({ id }) => id);
  const listed: SubCategoryVariations[] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const sizes = kept.sizes.get(id) ?? (await gatherSizes(db, id));
    kept.sizes.set(id, sizes);
    if (sizes.length > 0) listed.push({ sub_category_id: id, sub_category_variation: sizes.join(', ') });
  }
  return listed;
}
