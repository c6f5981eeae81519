import type { PartialStoreInfo, StoreInfo } from '#lib/contract/store.ts';
import { themeDefaults } from './theme.ts';

const defaults = { ...themeDefaults, logo: '', bannerType: 'slider', categoryLayout: 'swiper', sub_category_list: [] };

/** Fills fields that the store left out with the defaults of specification 3 and 4.1. */
export function completeStoreInfo(sent: PartialStoreInfo): StoreInfo {
  const definedFields = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...defaults, ...(Object.fromEntries(definedFields) as Pick<StoreInfo, 'store_name'>) };
}
