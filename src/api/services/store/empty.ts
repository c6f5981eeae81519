import type { Db } from '#api/database/open.ts';

/** True when nobody has made anything of the shop yet: it has never had a product, and its owner has set nothing. */
export async function isEmptyStore(db: Db): Promise<boolean> {
  const product = await db.selectFrom('product').select('id').limit(1).executeTakeFirst();
  const settings = await db.selectFrom('store').select('id').executeTakeFirst();
  return !product && !settings;
}
