import type { StoreInfo } from '#lib/contract/store.ts';
import { themeDefaults } from '#lib/rules/theme/theme-variables.ts';

/** Makes store info in the wire format, with overrides. */
export const makeStore = (different: Partial<StoreInfo> = {}): StoreInfo => ({
  store_name: 'Loom House',
  logo: '',
  ...themeDefaults,
  bannerType: 'slider',
  categoryLayout: 'swiper',
  sub_category_list: [],
  ...different,
});
