import type { StoreInfo } from '#lib/contract/store.ts';
import { themeDefaults } from '#lib/rules/theme.ts';

/** A store as it describes itself, with what a test wants to be different. */
export const makeStore = (different: Partial<StoreInfo> = {}): StoreInfo => ({
  store_name: 'Loom House',
  logo: '',
  ...themeDefaults,
  bannerType: 'slider',
  categoryLayout: 'swiper',
  sub_category_list: [],
  ...different,
});
