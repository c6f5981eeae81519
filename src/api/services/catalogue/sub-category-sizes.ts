import { setImmediate } from 'node:timers/promises';
import { readAssortmentRevision } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { getCurrentColumns } from '#api/services/columns/current-columns.ts';
import { listSpellingsByCategory } from '#api/services/columns/spellings-by-category.ts';
import { onSaleCondition } from '#api/services/filters/filters.ts';
import { findSubCategories } from '#api/services/filters/find-sub-categories.ts';
import { variantHasSize, variantOnSale } from '#api/services/filters/variant-conditions.ts';
import { sortSizes } from '#lib/rules/size-order.ts';
import { toListItem } from '#lib/rules/text/comma-list.ts';
import { cacheByRevision } from './revision-cache.ts';
import { listSubCategories } from './sub-categories.ts';

export interface SubCategoryVariations {
  sub_category_id: number;
  /** Joined by commas; sizes that differ only in case are listed once. */
  sub_category_variation: string;
}

/** Sizes in display order, those that differ only in case once. */
function mergeSpellings(spellings: readonly string[]): string[] {
  const byFolded = new Map(
    spellings
      .toSorted()
      .reverse()
      .map((spelling) => [spelling.toLowerCase(), spelling]),
  );
  return sortSizes([...byFolded.values()]);
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
  return mergeSpellings(rows.map(({ product_variation }) => product_variation));
}

/** Sizes by sub-category id, as far as they have been read; from the columns all at once. */
const readSizeCache = cacheByRevision(readAssortmentRevision, async (db) => {
  const columns = await getCurrentColumns(db);
  const all = columns && listSpellingsByCategory(columns);
  return new Map(all && Array.from(all, ([id, spellings]): [number, string[]] => [id, mergeSpellings(spellings)]));
});

/** The sizes of products on sale, by sub-category (ids or names); an empty list selects every sub-category. */
export async function listVariations(db: Db, subCategories: readonly (string | number)[]): Promise<SubCategoryVariations[]> {
  const cache = await readSizeCache(db);
  const ids =
    subCategories.length > 0 ? await findSubCategories(db, subCategories) : (await listSubCategories(db)).map(({ id }) => id);
  const variations: SubCategoryVariations[] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    let sizes = cache.get(id);
    if (!sizes) {
      sizes = await readSizes(db, id);
      cache.set(id, sizes);
      // SQLite blocks the process for each query: other requests are answered in between.
      await setImmediate();
    }
    if (sizes.length > 0) variations.push({ sub_category_id: id, sub_category_variation: sizes.map(toListItem).join(', ') });
  }
  return variations;
}
