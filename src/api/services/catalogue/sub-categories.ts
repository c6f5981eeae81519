import type { Db } from '#api/database/schema/engine.ts';
import type { SubCategory } from '#lib/contract/store.ts';

/** The sub-categories that have something on sale, in the owner's order. */
export const listSubCategories = (db: Db): Promise<(SubCategory & { id: number })[]> =>
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
