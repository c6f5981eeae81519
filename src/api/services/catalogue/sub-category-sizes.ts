import type { Db } from '#api/database/schema/engine.ts';
import { readWordsRevision } from '#api/database/search/product-index.ts';
import { sortSizes } from '#lib/rules/size-order.ts';
import { onSaleCondition } from './filters.ts';
import { cacheByRevision } from './revision-cache.ts';
import { findSubCategories, listSubCategories } from './sub-categories.ts';
import { variantHasSize, variantOnSale } from './variant-conditions.ts';

export interface SubCategoryVariations {
  sub_category_id: number;
  /** Joined by commas; sizes that differ only in case are listed once. */
  sub_category_variation: string;
}

/** Reads the sizes of one sub-category's products on sale, sorted, deduplicated without case. */
async function readSizes(db: Db, subCategoryId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .crossJoin('variant')
    .whereRef('variant.product_id', '=', 'product.id')
    .select('variant.product_variation')
    .distinct()
    .where(onSaleCondition)
    .where('product.sub_category_id', '=', subCategoryId)
    .where(variantOnSale)
    .where(variantHasSize)
    .execute();
  const byFolded = new Map<string, string>();
  for (const { product_variation } of rows) {
    const folded = product_variation.toLowerCase();
    if (!byFolded.has(folded)) byFolded.set(folded, product_variation);
  }
  return sortSizes([...byFolded.values()]);
}

/** Sizes by sub-category id. Cached, because reading those of a large sub-category takes milliseconds. */
const readSizeCache = cacheByRevision(readWordsRevision, () => new Map<number, string[]>());

/** The sizes of products on sale, by sub-category (ids or names); an empty list selects every sub-category. */
export async function listVariations(db: Db, subCategories: readonly (string | number)[]): Promise<SubCategoryVariations[]> {
  const cache = await readSizeCache(db);
  const ids =
    subCategories.length > 0 ? await findSubCategories(db, subCategories) : (await listSubCategories(db)).map(({ id }) => id);
  const variations: SubCategoryVariations[] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    const sizes = cache.get(id) ?? (await readSizes(db, id));
    cache.set(id, sizes);
    if (sizes.length > 0) variations.push({ sub_category_id: id, sub_category_variation: sizes.join(', ') });
  }
  return variations;
}
