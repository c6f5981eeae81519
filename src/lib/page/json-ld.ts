import type { Product } from '../contract/catalogue.ts';
import type { StoreInfo } from '../contract/store.ts';
import { splitPictures } from '../rules/picture.ts';
import { absolute } from './address.ts';
import { plainText } from './plain-text.ts';

export type JsonLd = Record<string, unknown>;

const context = 'https://schema.org';

/** JSON that cannot end the script element it stands in. */
export const safeJson = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** The shop itself, with its support details. */
export function organization(store: StoreInfo, url: URL): JsonLd {
  const { legal_name, support_email, support_phone } = store.legal ?? {};
  return {
    '@context': context,
    '@type': 'Organization',
    name: store.store_name,
    url: absolute('/', url),
    ...(store.logo && { logo: absolute(store.logo, url) }),
    ...(legal_name && { legalName: legal_name }),
    ...((support_email || support_phone) && {
      contactPoint: {
        '@type': 'ContactPoint',
        contactType: 'customer support',
        ...(support_email && { email: support_email }),
        ...(support_phone && { telephone: support_phone }),
      },
    }),
  };
}

/** The site with its search. */
export const website = (store: StoreInfo, url: URL): JsonLd => ({
  '@context': context,
  '@type': 'WebSite',
  name: store.store_name,
  url: absolute('/', url),
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${absolute('/shop', url)}?search={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
});

/** A trail of pages, Home left out. */
export const breadcrumbs = (trail: { name: string; path: string }[], url: URL): JsonLd => ({
  '@context': context,
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: '/' }, ...trail].map(({ name, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: absolute(path, url),
  })),
});

/** A product with one offer for each variant, or one for itself. */
export function productOffers(product: Product, url: URL): JsonLd {
  const address = absolute(`/products/${product.slug}`, url);
  const offer = (price: string, stock: number, size = ''): JsonLd => ({
    '@type': 'Offer',
    url: address,
    price,
    priceCurrency: 'INR',
    availability: `${context}/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
    seller: { '@type': 'Organization', name: product.seller_name },
    ...(size && { name: size }),
  });
  const offers = product.variants.map((variant) => offer(variant.final_price, variant.stock, variant.product_variation));
  return {
    '@context': context,
    '@type': 'Product',
    name: product.name,
    description: plainText(product.description),
    sku: String(product.product_id),
    image: splitPictures(product.product_images).map((picture) => absolute(picture, url)),
    category: product.sub_category.sub_category_name,
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
    ...(product.country_of_origin && { countryOfOrigin: product.country_of_origin }),
    offers: offers.length > 0 ? offers : [offer(product.final_price, product.product_stock)],
  };
}
