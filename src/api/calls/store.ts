import { readHomeSections } from '../services/home-sections.ts';
import { readStoreInfo } from '../services/store.ts';
import type { Handlers } from './handler.ts';

export const storeCalls: Pick<Handlers, 'storeInfo' | 'homePageSections'> = {
  storeInfo: async ({ shop }) => ({
    success: true,
    storeinfo: {
      ...(await readStoreInfo(shop.db)),
      ...(shop.captcha && { captcha: shop.captcha.widget }),
      ...(shop.demoMode && { demo_mode: true }),
      payment_methods: shop.paymentProvider ? ['cod', 'prepaid'] : ['cod'],
    },
  }),
  homePageSections: async ({ shop }) => ({ success: true, data: await readHomeSections(shop.db) }),
};
