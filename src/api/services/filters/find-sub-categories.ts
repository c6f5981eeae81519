import type { Db } from '#api/database/schema/engine.ts';

/** Id and name of every sub-category, on sale or not. */
export const readSubCategoryNames = (db: Db): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('sub_category').select(['id', 'name']).execute();

/** Resolves ids and names (in any case) to ids; unknown ones are left out. */
export async function findSubCategories(db: Db, idsOrNames: readonly (string | number)[]): Promise<number[]> {
  const keys = new Set(idsOrNames.map((value) => String(value).trim().toLowerCase()).filter(Boolean));
  if (keys.size === 0) return [];
  const all = await readSubCategoryNames(db);
  return all.filter(({ id, name }) => keys.has(String(id)) || keys.has(name.trim().toLowerCase())).map(({ id }) => id);
}

/** As `findSubCategories`, from comma-separated text; a name may itself contain a comma. */
export const findSubCategoriesInText = (db: Db, text: string): Promise<number[]> =>
  findSubCategories(db, [text, ...text.split(',')]);
