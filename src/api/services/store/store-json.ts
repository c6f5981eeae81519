import type { Db } from '#api/database/schema/engine.ts';

/** The store's settings and home page sections as JSON text. */
export async function readStoreJson(db: Db): Promise<{ settings: string; homeSections: string }> {
  const store = await db.selectFrom('store').select(['settings', 'home_sections']).executeTakeFirst();
  return { settings: store?.settings ?? '{}', homeSections: store?.home_sections ?? '[]' };
}
