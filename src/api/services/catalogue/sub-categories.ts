import { sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import type { SubCategory } from '#lib/contract/store.ts';

/** The sub-categories that list something on sale: in the owner's order, and last those that are no product's first one, by name. */
export async function listSubCategories(db: Db): Promise<(SubCategory & { id: number })[]> {
  const { rows } = await sql<{ id: number; name: string; image: string; is_first: number; is_listed: number }>`
    SELECT id, name, image,
      EXISTS (SELECT 1 FROM product WHERE sub_category_id = sub_category.id AND active = 1) AS is_first,
      EXISTS (SELECT 1 FROM product_category JOIN product ON product.id = product_id
        WHERE product_category.sub_category_id = sub_category.id AND active = 1) AS is_listed
    FROM sub_category ORDER BY position, id`.execute(db);
  const collections = rows.filter(({ is_first, is_listed }) => !is_first && is_listed);
  return [...rows.filter(({ is_first }) => is_first), ...collections.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))].map(
    ({ id, name, image }) => ({ id, name, image }),
  );
}
