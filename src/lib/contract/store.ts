import * as z from 'zod/mini';
import { captchaWidget, defineCall, replyWith } from './call.ts';
import { product } from './catalogue.ts';
import { id, paymentMethods } from './fields.ts';
import { failure } from './texts.ts';

export const subCategory = z.object({ id, name: z.string(), image: z.string() });
export type SubCategory = z.output<typeof subCategory>;

const text = z.optional(z.string());

/** The seller's details that Indian law asks an online shop to show. */
export const legal = z.object({
  legal_name: text,
  address: text,
  support_email: text,
  support_phone: text,
  grievance_officer_name: text,
  grievance_officer_designation: text,
  gstin: text,
});

export const faqEntry = z.object({ question: z.string(), answer: z.string() });

/** Look and facts of the store (specification 3, 4.1); empty settings fall back to the theme's defaults. */
export const storeSettings = z.object({
  store_name: z.string(),
  logo: z.string(),
  fontFamily: z.string(),
  backgroundColor: z.string(),
  buttonBackgroundColor: z.string(),
  topHeaderBackgroundColor: z.string(),
  headerBackgroundColor: z.string(),
  footerBackgroundColor: z.string(),
  bottomFooterBackgroundColor: z.string(),
  bannerType: z.string(),
  categoryLayout: z.string(),
  legal: z.optional(legal),
  faq: z.optional(z.array(faqEntry)),
  terms: text,
  privacy: text,
  country_of_origin_filter: z.optional(z.boolean()),
});
export type StoreSettings = z.output<typeof storeSettings>;

export const storeInfo = z.extend(storeSettings, {
  sub_category_list: z.array(subCategory),
  /** True while one-time codes are shown on screen and nothing is sent: pages say so. */
  demo_mode: z.optional(z.boolean()),
  /** The CAPTCHA that some calls may ask for: pages allow its provider's script. */
  captcha: z.optional(captchaWidget),
  /** How a checkout can be paid for. */
  payment_methods: z.optional(z.array(z.enum(paymentMethods))),
  /** Origins of pictures that stand elsewhere, such as `https://cdn.example`; `https:` for any. Pages load pictures from nowhere else. */
  picture_origins: z.optional(z.array(z.string())),
});
export type StoreInfo = z.output<typeof storeInfo>;

/** Store info as a store sends it: any field but the name may be left out, and the site fills in the default. */
export const partialStoreInfo = z.extend(z.partial(storeInfo), { store_name: z.string() });
export type PartialStoreInfo = z.output<typeof partialStoreInfo>;

const link = { link: text, link_text: text };
const slide = z.object({ image: z.string(), heading: z.string(), text, ...link });

/** The home page's sections in the order they are drawn; an owner's own settings leave `products` to the server. */
export const homeSection = z.discriminatedUnion('type', [
  z.object({ type: z.literal('banner'), slides: z.array(slide) }),
  z.object({ type: z.literal('categories'), title: z.string() }),
  z.object({ type: z.literal('products'), title: z.string(), products: z.array(product), link: text }),
  z.object({ type: z.literal('new_arrivals'), title: z.string() }),
  z.object({ type: z.literal('promo'), image: z.string(), heading: z.string(), text, ...link }),
]);
export type HomeSection = z.output<typeof homeSection>;

export const storeInfoCall = defineCall({
  name: 'storeInfo',
  method: 'POST',
  path: '/store-info',
  access: 'anyone',
  summary: 'The store’s name, look and list of sub-categories.',
  reply: z.object({ success: z.literal(true), storeinfo: partialStoreInfo }),
  failure: failure.store,
});

export const homePageSectionsCall = defineCall({
  name: 'homePageSections',
  method: 'GET',
  path: '/home-page-sections',
  access: 'anyone',
  summary: 'What the home page shows, in order.',
  reply: replyWith(z.array(homeSection)),
  failure: failure.homeSections,
});
