import type { Db } from '#api/database/schema/engine.ts';
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

/** As `findSubCategories`, from comma-separated text; a name may itself contain a comma. */
export const findSubCategoriesInText = (db: Db, text: string): Promise<number[]> =>
  findSubCategories(db, [text, ...text.split(',')]);
