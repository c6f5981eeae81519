import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { listSubCategories } from '#api/services/catalogue/sub-categories.ts';
import type { HighestShipping } from '#api/services/shipping/shipping-rule.ts';
import { readHighestCharges } from '#api/services/shipping/zones.ts';
import { type StoreInfo, type StoreSettings, storeSettings } from '#lib/contract/store.ts';
import { toShippingCharges } from '#lib/rules/charges.ts';
import { STORE_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { DEFAULT_STORE_NAME, storeDefaults } from '#lib/rules/store-defaults.ts';
import { fillPlaceholders } from './placeholders.ts';
import { readShopFacts } from './shop-facts.ts';

/** The home page of a new store as stored: compared and never shown, so it stays as it is in a shop with words of its own. */
export const UNARRANGED_HOME =
  '[{"type":"categories","title":"Shop by category"},{"type":"new_arrivals","title":"New arrivals"}]';

/** Settings of a new store (specification, entities and theme). */
export const defaultSettings: StoreSettings = { store_name: DEFAULT_STORE_NAME, ...storeDefaults };

const parseSettings = (text: string): StoreSettings => storeSettings.parse({ ...defaultSettings, ...JSON.parse(text) });

/** The owner's settings, merged over the defaults. */
export async function readSettings(db: Db): Promise<StoreSettings> {
  const row = await db.selectFrom('store').select('settings').executeTakeFirst();
  return row ? parseSettings(row.settings) : defaultSettings;
}

/** The settings as pages show them: with the most that its zones or its rule, which declares `ofRule`, charge. */
export async function readShownSettings(db: Db, ofRule?: HighestShipping): Promise<StoreSettings & Pick<StoreInfo, 'shipping'>> {
  const settings = await readSettings(db);
  const highest = await readHighestCharges(db, ofRule && { ofRule, shipping: settings.shipping });
  return highest ? { ...settings, shipping: toShippingCharges(highest) } : settings;
}

/** Replaces the owner's settings. Bumps the revision, because every page shows them. */
export async function saveSettings(tx: Tx, settings: StoreSettings): Promise<void> {
  const text = JSON.stringify(storeSettings.parse(settings));
  await tx
    .insertInto('store')
    .values({ id: 1, settings: text, home_sections: UNARRANGED_HOME })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ settings: text }))
    .execute();
  await bumpRevision(tx, [STORE_KEY]);
}

/**
 * Changes the owner's settings: reads and saves them in one transaction, one change after the other. Returns the settings as saved.
 * `change` may run more than once, and what it throws rolls back.
 */
export async function updateSettings(tx: Tx, change: (settings: StoreSettings) => StoreSettings): Promise<StoreSettings> {
  await takeAdvisoryLock(tx, 'settings');
  const changed = change(await readSettings(tx));
  await saveSettings(tx, changed);
  return changed;
}

/** Settings, with the placeholders of the texts filled, and sub-categories: what every page needs. `ofRule` as in `readShownSettings`. */
export async function readStoreInfo(db: Db, ofRule?: HighestShipping): Promise<StoreInfo> {
  const settings = await readShownSettings(db, ofRule);
  const { searchTerms, pictureRatio } = await readShopFacts(db);
  return {
    ...fillPlaceholders(settings),
    search_terms: settings.search_terms ?? searchTerms,
    picture_ratio: settings.picture_ratio ?? pictureRatio,
    sub_category_list: await listSubCategories(db),
  };
}

/** The store's settings and home page sections as JSON text. */
export async function readStoreJson(db: Db): Promise<{ settings: string; homeSections: string }> {
  const store = await db.selectFrom('store').select(['settings', 'home_sections']).executeTakeFirst();
  return { settings: store?.settings ?? '{}', homeSections: store?.home_sections ?? '[]' };
}
