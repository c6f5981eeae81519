import { MAX_SEARCH } from '#lib/contract/field-lengths.ts';
import { sortOrders } from '#lib/contract/listing/filters.ts';
import { signInMethods } from '#lib/rules/sign-in-method.ts';
import { MAX_CATEGORY_LENGTH, MAX_VARIANT_LENGTH } from './name-limits.ts';
import { flag, oneOf, pageNumber, percent, presence, price, type QueryParameter, text, wordList } from './parameter-types.ts';
import { VARIANT_PARAMETER } from './variant-address.ts';

export interface PageRoute {
  /** Query parameters of the page; the host drops all others. */
  query?: Readonly<Record<string, QueryParameter<unknown>>>;
  /** Pattern of the decoded dynamic path segment. */
  segment?: RegExp;
  /** True for documents that take seconds to render; they have a render queue of their own, so that pages do not wait for them. */
  document?: true;
  /** True for pages about one shopper, such as the cart: a CDN never keeps them. */
  personal?: true;
  /** True for pages of products, which have the styles and the cards of most other pages: the best dictionaries for compressing these. */
  showsProducts?: true;
}

/**
 * Every page route, by its file in src/pages. Other paths are Page Not Found without rendering; other query parameters reach neither
 * the page nor the cache key.
 */
export const pageRoutes = {
  '/': { showsProducts: true },
  '/shop': {
    showsProducts: true,
    query: {
      search: text(MAX_SEARCH),
      page: pageNumber,
      categories: wordList(MAX_CATEGORY_LENGTH),
      size: wordList(MAX_VARIANT_LENGTH),
      min_price: price,
      max_price: price,
      colour: wordList(MAX_CATEGORY_LENGTH),
      brand: wordList(MAX_CATEGORY_LENGTH),
      min_discount: percent,
      fact: wordList(MAX_VARIANT_LENGTH),
      in_stock: flag,
      out_of_stock: flag,
      sort_by: oneOf(sortOrders),
    },
  },
  '/categories': {},
  '/products/[slug]': { showsProducts: true, segment: /^[^/]{1,255}$/u, query: { [VARIANT_PARAMETER]: presence } },
  '/collections/[collection]': { segment: /^[^/]{1,255}$/u },
  '/cart': { personal: true },
  '/checkout': { personal: true },
  '/pay': { personal: true, query: { token: presence } },
  '/payment': { personal: true, query: { id: presence } },
  '/order-success': { personal: true, query: { id: presence } },
  '/order-failure': { personal: true, query: { id: presence, why: presence } },
  '/signin': { personal: true, query: { way: oneOf(signInMethods), verify: presence, registered: presence, reset: presence } },
  '/signup': { personal: true },
  '/forgot-password': { personal: true },
  '/reset-password': { personal: true, query: { token: presence } },
  '/stop-alert': { personal: true, query: { token: presence } },
  '/my-account': { personal: true },
  '/my-account/orders': { personal: true },
  '/my-account/account': { personal: true },
  '/my-account/password': { personal: true },
  '/my-account/wishlist': { personal: true },
  '/faq': {},
  '/privacy-policy': {},
  '/terms-use': {},
  '/returns': {},
  '/shipping': {},
  '/404': {},
  '/not-found': {},
  '/favicon.svg': {},
  '/robots.txt': {},
  '/speculation-rules.json': {},
  '/.well-known/security.txt': {},
  '/sitemap.xml': { document: true },
  '/sitemap-pages.xml': { document: true },
  '/sitemap-products-[map].xml': { segment: /^[1-9]\d{0,3}$/, document: true },
  '/feed.xml': { document: true },
  '/feed-[file].xml': { segment: /^(?:[2-9]|[1-9]\d{1,3})$/, document: true },
} as const satisfies Record<`/${string}`, PageRoute>;

export type PagePath = keyof typeof pageRoutes;

type Routes = typeof pageRoutes;

export type QueriedPath = { [Path in PagePath]: Routes[Path] extends { query: object } ? Path : never }[PagePath];

/** Parsed query of a page; missing and invalid parameters are undefined. */
export type PageQuery<Path extends QueriedPath> = {
  [Name in keyof Routes[Path]['query']]?: Routes[Path]['query'][Name] extends QueryParameter<infer Value>
    ? Value | undefined
    : never;
};
