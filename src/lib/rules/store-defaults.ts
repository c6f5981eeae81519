import type { HomeSection, PartialStoreInfo, StoreInfo } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { themeDefaults } from './theme/theme-variables.ts';

/** Name of a shop whose owner has not set one (specification, entities and theme). */
export const DEFAULT_STORE_NAME = 'Haat';

/** The sub-category of products without one. */
export const DEFAULT_CATEGORY = 'Other';

/** Settings of a new store but for its name (specification, entities and theme). */
export const storeDefaults = { logo: '', ...themeDefaults, bannerType: 'slider', categoryLayout: 'swiper' } as const;

/** The home page until the owner configures one. */
export const defaultHomeSections: HomeSection[] = [
  { type: 'categories', title: t('Shop by category') },
  { type: 'new_arrivals', title: t('New arrivals') },
];

/** Fills fields that the store left out with their defaults; `store_name` is that of a shop whose store does not tell it. */
export function completeStoreInfo(sent: PartialStoreInfo, store_name: string): StoreInfo {
  const definedFields = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...storeDefaults, store_name, sub_category_list: [], ...Object.fromEntries(definedFields) };
}
