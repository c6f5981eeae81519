import { sortOrders } from '#lib/contract/catalogue.ts';
import { MAX_SEARCH } from '#lib/contract/limits.ts';
import { flag, oneOf, pageNumber, presence, price, type QueryParameter, text, wordList } from './parameters.ts';

/** What a page's address may say. */
export interface PageRoute {
  /** The query parameters that the page reads; the host drops all others. */
  query?: Readonly<Record<string, QueryParameter<unknown>>>;
  /** What the changing segment of the path may be, decoded. */
  segment?: RegExp;
  /** A document that takes seconds to make; it waits in a queue of its own, so that pages never wait for it. */
  document?: true;
}

/**
 * Every page route, by its file in src/pages. An address that fits none of them is Page Not Found without being rendered; a query
 * parameter that is not named here reaches neither the page nor the name under which the page is cached.
 */
export const pageRoutes = {
  '/': {},
  '/shop': {
    query: {
      search: text(MAX_SEARCH),
      page: pageNumber,
      categories: wordList(MAX_SEARCH),
      size: wordList(MAX_SEARCH),
      min_price: price,
      max_price: price,
      in_stock: flag,
      out_of_stock: flag,
      sort_by: oneOf(sortOrders),
    },
  },
  '/categories': {},
  '/products/[slug]': { segment: /^[^/]{1,200}$/u },
  '/cart': {},
  '/checkout': {},
  '/order-success': {},
  '/signin': { query: { way: oneOf(['code']), verify: presence, registered: presence, reset: presence } },
  '/signup': {},
  '/forgot-password': {},
  '/reset-password': { query: { token: presence } },
  '/my-account': {},
  '/my-account/[section]': { segment: /^[a-z-]{1,30}$/ },
  '/faq': {},
  '/privacy-policy': {},
  '/terms-use': {},
  '/404': {},
  '/not-found': {},
  '/favicon.svg': {},
  '/robots.txt': {},
  '/.well-known/security.txt': {},
  '/sitemap.xml': { document: true },
  '/sitemap-pages.xml': { document: true },
  '/sitemap-products-[map].xml': { segment: /^[1-9]\d{0,3}$/, document: true },
  '/feed.xml': { document: true },
  '/feed-[file].xml': { segment: /^(?:[2-9]|[1-9]\d{1,3})$/, document: true },
} as const satisfies Record<`/${string}`, PageRoute>;

export type PagePath = keyof typeof pageRoutes;

type Routes = typeof pageRoutes;

/** The routes that read a query. */
export type QueriedPath = { [Path in PagePath]: Routes[Path] extends { query: object } ? Path : never }[PagePath];

/** What the query of a page says; what it leaves out or says wrongly is undefined. */
export type PageQuery<Path extends QueriedPath> = {
  [Name in keyof Routes[Path]['query']]?: Routes[Path]['query'][Name] extends QueryParameter<infer Value>
    ? Value | undefined
    : never;
};
