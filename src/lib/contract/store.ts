import * as z from 'zod/mini';
import { captchaWidget, defineCall, replyWith } from './calls/define-call.ts';
import { product } from './catalogue.ts';
import { id, rupees } from './fields.ts';
import { failure } from './messages/failures.ts';
import { paymentMethods } from './payment-methods.ts';
import { paymentCheckout } from './payments.ts';

export const subCategory = z.object({ id: z.optional(id), name: z.string(), image: z._default(z.string(), '') });
export type SubCategory = z.output<typeof subCategory>;

const text = z.optional(z.string());

/** Seller details that Indian law requires an online shop to show. */
export const legal = z.object({
  legal_name: text,
  address: text,
  support_email: text,
  support_phone: text,
  grievance_officer_name: text,
  grievance_officer_designation: text,
  grievance_officer_email: text,
  grievance_officer_phone: text,
  gstin: text,
  /** False once the owner has said that the business has no GSTIN. */
  gst_registered: z.optional(z.boolean()),
  state: text,
});

/** An entry of the menu beside Home, Category and Shop. */
export const menuEntry = z.object({ label: z.string(), link: z.string() });

export const faqEntry = z.object({ question: z.string(), answer: z.string() });

/** What the store adds to the items of one checkout, in rupees. Without it, shipping is free and there is no fee. */
export const shippingCharges = z.object({
  charge: rupees,
  /** Items total before the discount from which shipping is free. */
  free_from: z.optional(rupees),
  cod_fee: z.optional(rupees),
});
export type ShippingCharges = z.output<typeof shippingCharges>;

/** What is taken off the items, after a coupon, of orders that are paid ahead: whole percent, or rupees. */
export const prepaidDiscount = z.object({
  percent: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  amount: z.optional(rupees),
});
export type PrepaidDiscount = z.output<typeof prepaidDiscount>;

/** Working days from dispatch to delivery. */
export const deliveryDays = z.object({ from: z.int(), to: z.int() });

/** Where a store with few zones delivers, as its store info tells it. */
const deliveryZone = z.object({
  /** Pincodes or their first digits; left out for everywhere else. The longest that fits a pincode decides. */
  pincodes: z.optional(z.array(z.string())),
  days: z.optional(deliveryDays),
  cod: z.optional(z.boolean()),
});
export type DeliveryZone = z.output<typeof deliveryZone>;

/** Charges as store info tells them. */
const shownCharges = z.extend(shippingCharges, {
  /** True if the pincode decides what is charged (`/delivery-quote`): the amounts are then the highest. */
  by_pincode: z.optional(z.boolean()),
  /** True if every pincode is served at this `charge` and `free_from` all the same. */
  same_everywhere: z.optional(z.boolean()),
  /** The fewest and the most days to a pincode, if every pincode is served and its days are known. */
  days: z.optional(deliveryDays),
});
export type ShownCharges = z.output<typeof shownCharges>;

/** Theme and texts of the store (specification, entities and theme). Empty settings fall back to the theme's defaults. */
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
  returns: text,
  shipping_policy: text,
  country_of_origin_filter: z.optional(z.boolean()),
  shipping: z.optional(shippingCharges),
  prepaid_discount: z.optional(prepaidDiscount),
  menu: z.optional(z.array(menuEntry)),
  /** The line above the header; without it, what shipping costs. */
  announcement: text,
  tagline: text,
  search_terms: z.optional(z.array(z.string())),
  /** Width to height of the products' pictures, such as `4:5`. */
  picture_ratio: text,
  /** Days from delivery within which goods can be returned. */
  return_days: z.optional(z.int()),
});
export type StoreSettings = z.output<typeof storeSettings>;

/** Value of `api` in the store info of this project's store API. */
export const STORE_API_NAME = 'haat';

export const orderMessages = ['mail', 'sms'] as const;
export type OrderMessage = (typeof orderMessages)[number];

export const storeInfo = z.extend(storeSettings, {
  shipping: z.optional(shownCharges),
  /** For a store without `/delivery-quote`; a pincode that fits no zone is not served. */
  delivery: z.optional(z.array(deliveryZone)),
  sub_category_list: z.array(subCategory),
  /** True if one-time codes are shown on screen instead of being sent; pages then show a notice. */
  demo_mode: z.optional(z.boolean()),
  /** True if checkout codes are mailed, because the store cannot send texts; the checkout then asks for the email address first. */
  codes_by_mail: z.optional(z.boolean()),
  /** True if the store has coupons for everyone, which pages then ask for (`/offers`). */
  offers: z.optional(z.boolean()),
  /** How many these are: pages keep their room. */
  offer_count: z.optional(z.number()),
  /** The CAPTCHA that calls may require; pages allow its provider's script in their policy. */
  captcha: z.optional(captchaWidget),
  payment_methods: z.optional(z.array(z.enum(paymentMethods))),
  /** The payment provider's checkout; left out when it needs no script. */
  payment_checkout: z.optional(paymentCheckout),
  /** How customers are told that their orders are placed; empty or left out when nothing is sent. */
  order_messages: z.optional(z.array(z.enum(orderMessages))),
  /** Origins of external pictures, such as `https://cdn.example`; `https:` allows any. Pages load pictures from no other origin. */
  picture_origins: z.optional(z.array(z.string())),
  /** Sent by this project's store API, which takes calls beyond the specification. */
  api: z.optional(z.literal(STORE_API_NAME)),
});
export type StoreInfo = z.output<typeof storeInfo>;

/** Store info as other store APIs may send it: every field is optional. */
export const partialStoreInfo = z.partial(storeInfo);
export type PartialStoreInfo = z.output<typeof partialStoreInfo>;

const link = { link: text, link_text: text };
const slide = z.object({ image: z.string(), heading: z.string(), text, ...link });

/** A section of the home page. In the owner's settings, `products` is left out and filled by the server. */
export const homeSection = z.discriminatedUnion('type', [
  z.object({ type: z.literal('banner'), slides: z.array(slide) }),
  z.object({ type: z.literal('categories'), title: z.string() }),
  z.object({ type: z.literal('products'), title: z.string(), products: z.array(product), link: text }),
  z.object({ type: z.literal('new_arrivals'), title: z.string() }),
  z.object({ type: z.literal('promo'), image: z.string(), heading: z.string(), text, ...link }),
  /** A section of `shop.config.ts`, by its name; pages leave out one that they do not have. Beyond the specification. */
  z.object({ type: z.literal('custom'), name: z.string(), settings: z.record(z.string(), z.unknown()) }),
]);
export type HomeSection = z.output<typeof homeSection>;

export const storeInfoCall = defineCall({
  name: 'storeInfo',
  method: 'POST',
  path: '/store-info',
  access: 'anyone',
  summary: 'The store’s name, theme and sub-categories.',
  reply: z.object({ success: z.literal(true), storeinfo: partialStoreInfo }),
  failure: failure.store,
});

export const homePageSectionsCall = defineCall({
  name: 'homePageSections',
  method: 'GET',
  path: '/home-page-sections',
  access: 'anyone',
  summary: 'Sections of the home page, in order.',
  reply: replyWith(z.array(homeSection)),
  failure: failure.homeSections,
});
