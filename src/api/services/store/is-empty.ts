import type { Db } from '#api/database/schema/engine.ts';

/** Whether the store has products, on sale or not. */
export const hasProducts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined;

/** Whether the store is new: it has no products and no saved settings. */
export async function isEmptyStore(db: Db): Promise<boolean> {
  const settings = await db.selectFrom('store').select('id').executeTakeFirst();
  return !settings && !(await hasProducts(db));
}
