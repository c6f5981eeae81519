import { readChangeCount } from '#api/database/catalogue-revision.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { memoiseByRevision } from '#api/services/catalogue/revision-cache.ts';
import { foldName, fromListItem } from '#lib/rules/text.ts';

/** Id and name of every sub-category, on sale or not. */
export const readSubCategoryNames = (db: Db): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('sub_category').select(['id', 'name']).execute();

/**
 * Resolves ids and names (in any case) to ids; unknown ones are left out. A number is an id; a text is a name before it is an id, because a
 * name may be a number.
 */
export async function findSubCategories(db: Db, idsOrNames: readonly (string | number)[]): Promise<number[]> {
  if (idsOrNames.length === 0) return [];
  const all = await readSubCategoryNames(db);
  const byName = Map.groupBy(all, ({ name }) => foldName(name));
  const found = idsOrNames.flatMap((value) => {
    const named = typeof value === 'string' ? byName.get(foldName(fromListItem(value))) : undefined;
    return named ?? all.filter(({ id }) => String(id) === String(value).trim());
  });
  return [...new Set(found.map(({ id }) => id))];
}

/**
 * Sub-categories of which one must list the product: as its `first`, as a `collection` only, or as `either`. None of them is a collection of any
 * product where it is `first`.
 */
export interface CategoryFilter {
  ids: readonly number[];
  as: 'first' | 'collection' | 'either';
}

/** Lists of sub-categories in the cache. */
const MAX_LISTS = 2000;

const getCachedHasCollections = memoiseByRevision<boolean>(MAX_LISTS, readChangeCount);

/** Reads a filter from comma-separated ids and names; a name may itself contain a comma. */
export async function parseCategories(db: Db, text: string): Promise<CategoryFilter> {
  const ids = await findSubCategories(db, [text, ...text.split(',')]);
  const found = async () =>
    ids.length > 0 &&
    (await db.selectFrom('product_category').select('product_id').where('sub_category_id', 'in', ids).limit(1).execute()).length >
      0;
  return { ids, as: (await getCachedHasCollections(db, ids, found)) ? 'either' : 'first' };
}
