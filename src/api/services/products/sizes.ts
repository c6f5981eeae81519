import { setImmediate } from 'node:timers/promises';
import { readChangeCount } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { cacheByRevision } from '#api/services/catalogue/revision-cache.ts';
import { listSubCategories } from '#api/services/catalogue/sub-categories.ts';
import { variantHasSize, variantOnSale } from '#api/services/catalogue/variant-conditions.ts';
import { sortSizes } from '#lib/rules/option-texts.ts';
import { toListItem } from '#lib/rules/text.ts';
import { onSaleCondition } from './filters.ts';
import { findSubCategories } from './find-sub-categories.ts';

export interface SubCategorySizes {
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

/** Reads the sizes of the products on sale that one sub-category lists, sorted, deduplicated without case. */
async function readSizes(db: Db, subCategoryId: number): Promise<string[]> {
  const ofFirst = db
    .selectFrom('product')
    .crossJoin('variant')
    .whereRef('variant.product_id', '=', 'product.id')
    .select('variant.size')
    .distinct()
    .where(onSaleCondition)
    .where('product.sub_category_id', '=', subCategoryId)
    .where(variantOnSale)
    .where(variantHasSize);
  const ofCollection = db
    .selectFrom('product_category')
    .crossJoin('product')
    .crossJoin('variant')
    .whereRef('product.id', '=', 'product_category.product_id')
    .whereRef('variant.product_id', '=', 'product.id')
    .select('variant.size')
    .distinct()
    .where(onSaleCondition)
    .where('product_category.sub_category_id', '=', subCategoryId)
    .where(variantOnSale)
    .where(variantHasSize);
  const rows = [...(await ofFirst.execute()), ...(await ofCollection.execute())];
  return mergeSpellings(rows.flatMap(({ size }) => size ?? []));
}

/** Sizes by sub-category id, as far as they have been read. */
const readSizeCache = cacheByRevision(readChangeCount, () => new Map<number, string[]>());

/** The sizes of products on sale, by sub-category (ids or names); an empty list selects every sub-category. */
export async function readSubCategorySizes(db: Db, subCategories: readonly (string | number)[]): Promise<SubCategorySizes[]> {
  const cache = await readSizeCache(db);
  const ids =
    subCategories.length > 0 ? await findSubCategories(db, subCategories) : (await listSubCategories(db)).map(({ id }) => id);
  const lists: SubCategorySizes[] = [];
  for (const id of ids.toSorted((a, b) => a - b)) {
    let sizes = cache.get(id);
    if (!sizes) {
      sizes = await readSizes(db, id);
      cache.set(id, sizes);
      // SQLite blocks the process for each query: other requests are answered in between.
      await setImmediate();
    }
    if (sizes.length > 0) lists.push({ sub_category_id: id, sub_category_variation: sizes.map(toListItem).join(', ') });
  }
  return lists;
}
