import type { StoreInfo } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';
import { renderMarkdown } from '#lib/page/text/markdown.ts';
import { stripHtml } from '#lib/page/text/plain-text.ts';
import { shippingPromise } from '#lib/rules/charge-texts.ts';
import { type Charges, isSameEverywhere, toCharges } from '#lib/rules/charges.ts';
import { CURRENCY, toRupees } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/fixed-paths.ts';
import { toPreviewPicture } from './preview-picture.ts';

export type JsonLd = Record<string, unknown>;

export const SCHEMA_ORG = 'https://schema.org';

/** Serialises to JSON that cannot close its script element. */
export const stringifyForScript = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** A number of rupees, as schema.org wants it. */
export const toAmount = (paise: number): number => Number(toRupees(paise));

/** Shipping at one rate within India, for a range of items totals; all amounts in paise. */
const toConditions = (rate: number, range?: { from: number; below?: number }): JsonLd => ({
  '@type': 'ShippingConditions',
  shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
  ...(range && {
    orderValue: {
      '@type': 'MonetaryAmount',
      minValue: toAmount(range.from),
      ...(range.below !== undefined && { maxValue: toAmount(range.below - 1) }),
      currency: CURRENCY,
    },
  }),
  shippingRate: { '@type': 'MonetaryAmount', value: toAmount(rate), currency: CURRENCY },
});

/** What shipping costs; delivery times depend on the pincode, or are unknown. */
function toShippingService(charges: Charges): JsonLd {
  const { shipping, freeFrom } = charges;
  const isGraded = shipping > 0 && freeFrom !== null;
  return {
    '@type': 'ShippingService',
    name: shipping === 0 ? t('Free shipping') : shippingPromise(charges),
    shippingConditions: isGraded
      ? [toConditions(shipping, { from: 0, below: freeFrom }), toConditions(0, { from: freeFrom })]
      : toConditions(shipping),
  };
}

/** Within how many days goods can be returned, and the page that says how; nothing where the owner has said neither. */
function toReturnPolicy({ return_days: days = 0, returns }: StoreInfo, url: URL): JsonLd | undefined {
  if (days < 1 && !returns) return undefined;
  return {
    '@type': 'MerchantReturnPolicy',
    ...(days > 0 && {
      applicableCountry: 'IN',
      returnPolicyCategory: `${SCHEMA_ORG}/MerchantReturnFiniteReturnWindow`,
      merchantReturnDays: days,
    }),
    ...(returns && { merchantReturnLink: toAbsoluteUrl(paths.returns, url) }),
  };
}

export function toOrganizationJsonLd(store: StoreInfo, url: URL): JsonLd {
  const { legal_name, support_email, support_phone } = store.legal ?? {};
  const charges = toCharges(store.shipping);
  const returnPolicy = toReturnPolicy(store, url);
  return {
    '@context': SCHEMA_ORG,
    '@type': 'Organization',
    name: store.store_name,
    url: toAbsoluteUrl('/', url),
    ...(store.logo && { logo: toAbsoluteUrl(toPreviewPicture(store.logo)?.src ?? store.logo, url) }),
    ...(legal_name && { legalName: legal_name }),
    ...((support_email || support_phone) && {
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        ...(support_email && { email: support_email }),
        ...(support_phone && { telephone: support_phone }),
      },
    }),
    ...(isSameEverywhere(charges) && { hasShippingService: toShippingService(charges) }),
    ...(returnPolicy && { hasMerchantReturnPolicy: returnPolicy }),
  };
}

export const toWebsiteJsonLd = (store: StoreInfo, url: URL): JsonLd => ({
  '@context': SCHEMA_ORG,
  '@type': 'WebSite',
  name: store.store_name,
  url: toAbsoluteUrl('/', url),
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${toAbsoluteUrl('/shop', url)}?search={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
});

export const toFaqJsonLd = (faq: NonNullable<StoreInfo['faq']>): JsonLd => ({
  '@context': SCHEMA_ORG,
  '@type': 'FAQPage',
  mainEntity: faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: stripHtml(renderMarkdown(answer)) },
  })),
});

export const toBreadcrumbJsonLd = (trail: { name: string; path: string }[], url: URL): JsonLd => ({
  '@context': SCHEMA_ORG,
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: t('Home'), path: '/' }, ...trail].map(({ name, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: toAbsoluteUrl(path, url),
  })),
});
