import type { Db } from '#api/database/open.ts';
import type { SubCategory } from '#lib/contract/store.ts';

/** The sub-categories that have something on sale, in the owner's order. */
export const listSubCategories = (db: Db): Promise<SubCategory[]> =>
  db
    .selectFrom('sub_category')
    .select(['id', 'name', 'image'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('product')
          .select('product.id')
          .whereRef('product.sub_category_id', '=', 'sub_category.id')
          .where('product.active', '=', 1),
      ),
    )
    .orderBy('position')
    .orderBy('id')
    .execute();

/** The ids of sub-categories named by id or by name, whatever the case; what names none is left out. */
export async function findSubCategories(db: Db, wanted: readonly (string | number)[]): Promise<number[]> {
  const keys = new Set(wanted.map((value) => String(value).trim().toLowerCase()).filter(Boolean));
  if (keys.size === 0) return [];
  const all = await db.selectFrom('sub_category').select(['id', 'name']).execute();
  return all.filter(({ id, name }) => keys.has(String(id)) || keys.has(name.trim().toLowerCase())).map(({ id }) => id);
}

/** As `findSubCategories`, from text joined by commas; a name may itself contain one. */
export const findSubCategoriesInText = (db: Db, text: string): Promise<number[]> =>
  findSubCategories(db, [text, ...text.split(',')]);
