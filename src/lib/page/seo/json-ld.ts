import type { StoreInfo } from '#lib/contract/store.ts';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';
import { toPreviewPicture } from './preview-picture.ts';

export type JsonLd = Record<string, unknown>;

const context = 'https://schema.org';

/** JSON that cannot end the script element it stands in. */
export const stringifyForScript = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** Every order is sent within India for nothing (specification 9); how long that takes is not known. */
const freeShipping: JsonLd = {
  '@type': 'ShippingService',
  name: 'Free shipping',
  shippingConditions: {
    '@type': 'ShippingConditions',
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: 'INR' },
  },
};

/** The shop itself, with its support details. */
export function toOrganizationJsonLd(store: StoreInfo, url: URL): JsonLd {
  const { legal_name, support_email, support_phone } = store.legal ?? {};
  return {
    '@context': context,
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
    hasShippingService: freeShipping,
  };
}

/** The site with its search. */
export const toWebsiteJsonLd = (store: StoreInfo, url: URL): JsonLd => ({
  '@context': context,
  '@type': 'WebSite',
  name: store.store_name,
  url: toAbsoluteUrl('/', url),
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${toAbsoluteUrl('/shop', url)}?search={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
});

/** A trail of pages, Home left out. */
export const toBreadcrumbJsonLd = (trail: { name: string; path: string }[], url: URL): JsonLd => ({
  '@context': context,
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: '/' }, ...trail].map(({ name, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: toAbsoluteUrl(path, url),
  })),
});
