import type { Db } from '#api/database/schema/engine.ts';
import { listPictureOrigins } from '#api/services/pictures/origins.ts';
import { readHomeSections } from '#api/services/store/home-sections.ts';
import { readStoreInfo } from '#api/services/store/settings.ts';
import { paymentMethods } from '#lib/contract/fields.ts';
import type { Handlers } from './handler.ts';

/** Left out where all pictures are the shop's own. */
async function namePictureOrigins(db: Db): Promise<{ picture_origins?: string[] }> {
  const origins = await listPictureOrigins(db);
  return origins.length > 0 ? { picture_origins: origins } : {};
}

export const storeCalls: Pick<Handlers, 'storeInfo' | 'homePageSections'> = {
  storeInfo: async ({ context: shop }) => ({
    success: true,
    storeinfo: {
      ...(await readStoreInfo(shop.db)),
      ...(shop.captcha && { captcha: shop.captcha.widget }),
      ...(await namePictureOrigins(shop.db)),
      ...(shop.demoMode && { demo_mode: true }),
      payment_methods: shop.paymentProvider ? [...paymentMethods] : ['cod'],
    },
  }),
  homePageSections: async ({ context: shop }) => ({ success: true, data: await readHomeSections(shop.db) }),
};
