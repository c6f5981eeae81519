import type { Db } from '#api/database/schema/engine.ts';
import { mailsCodes } from '#api/services/accounts/proven-contact.ts';
import { countPublicCoupons } from '#api/services/coupons/list-offers.ts';
import { listPictureOrigins } from '#api/services/pictures/picture-urls.ts';
import { findRedirect, listRedirects } from '#api/services/redirects/redirects.ts';
import { readHomeSections } from '#api/services/store/home-sections.ts';
import { readStoreInfo } from '#api/services/store/settings.ts';
import { paymentMethods } from '#lib/contract/payment-methods.ts';
import { orderMessages, STORE_API_NAME, type StoreInfo } from '#lib/contract/store.ts';
import type { Handlers } from './call-context.ts';

async function describeOffers(db: Db): Promise<Pick<StoreInfo, 'offers' | 'offer_count'>> {
  const count = await countPublicCoupons(db);
  return count > 0 ? { offers: true, offer_count: count } : {};
}

async function readPictureOrigins(db: Db, picturesUrl: string | undefined): Promise<{ picture_origins?: string[] }> {
  const origins = new Set(await listPictureOrigins(db));
  if (picturesUrl) origins.add(new URL(picturesUrl).origin);
  return origins.size > 0 ? { picture_origins: [...origins].sort() } : {};
}

export const storeHandlers = {
  storeInfo: async ({ context, db }) => ({
    success: true,
    storeinfo: {
      api: STORE_API_NAME,
      ...(await readStoreInfo(db, context.shippingRule?.highest)),
      ...(await readPictureOrigins(db, context.picturesUrl)),
      ...(context.captcha && { captcha: context.captcha.widget }),
      ...(context.demoMode && { demo_mode: true }),
      ...(mailsCodes(context) && { codes_by_mail: true }),
      ...(await describeOffers(db)),
      payment_methods: context.paymentProvider ? [...paymentMethods] : ['cod'],
      ...(context.paymentProvider?.checkout && { payment_checkout: context.paymentProvider.checkout }),
      order_messages: orderMessages.filter((kind) => context.sends.orders[kind]),
    },
  }),

  homePageSections: async ({ context: { shippingRule }, db }) => ({
    success: true,
    data: await readHomeSections(db, shippingRule?.highest),
  }),
} satisfies Partial<Handlers>;

export const redirectHandlers = {
  redirect: async ({ db, params }) => {
    const to = await findRedirect(db, params.address);
    return { success: true, data: to === undefined ? {} : { to } };
  },

  redirects: async ({ db, params }) => ({
    success: true,
    data: (await listRedirects(db, params.after)).map(({ path, target }) => ({ from: path, to: target })),
  }),
} satisfies Partial<Handlers>;
