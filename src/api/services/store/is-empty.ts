import type { Db } from '#api/database/schema/engine.ts';

/** Whether the store is new: it has no products, on sale or not, and no saved settings. */
export async function isEmptyStore(db: Db): Promise<boolean> {
  const product = await db.selectFrom('product').select('id').limit(1).executeTakeFirst();
  const settings = await db.selectFrom('store').select('id').executeTakeFirst();
  return !product && !settings;
}
