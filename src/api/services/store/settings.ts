import { bumpRevision } from '#api/database/revision.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { DEFAULT_STORE_NAME } from '#api/database/seller-name.ts';
import { listSubCategories } from '#api/services/catalogue/sub-categories.ts';
import { type StoreInfo, type StoreSettings, storeSettings } from '#lib/contract/store.ts';
import { themeDefaults } from '#lib/rules/theme.ts';
import { defaultHomeSections } from './home-sections.ts';

/** Settings of a new store (specification 3, 4.1). */
export const defaultSettings: StoreSettings = {
  store_name: DEFAULT_STORE_NAME,
  logo: '',
  ...themeDefaults,
  bannerType: 'slider',
  categoryLayout: 'swiper',
};

/** The owner's settings, merged over the defaults. */
export async function readSettings(db: Db): Promise<StoreSettings> {
  const row = await db.selectFrom('store').select('settings').executeTakeFirst();
  return row ? storeSettings.parse({ ...defaultSettings, ...JSON.parse(row.settings) }) : defaultSettings;
}

/** Replaces the owner's settings. Bumps the revision, because every page shows them. */
export async function saveSettings(tx: Tx, settings: StoreSettings): Promise<void> {
  const text = JSON.stringify(storeSettings.parse(settings));
  await tx
    .insertInto('store')
    .values({ id: 1, settings: text, home_sections: JSON.stringify(defaultHomeSections) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ settings: text }))
    .execute();
  await bumpRevision(tx);
}

/** Settings and sub-categories: what every page needs. */
export async function readStoreInfo(db: Db): Promise<StoreInfo> {
  return { ...(await readSettings(db)), sub_category_list: await listSubCategories(db) };
}
