import { categorySegment, collectionHandle } from '#lib/rules/routes/category-path.ts';
import { fitsFileName } from '#lib/rules/routes/name-limits.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { type PagePath, pageRoutes } from '#lib/rules/routes/table.ts';
import { toListItem } from '#lib/rules/text.ts';
import type { Catalogue } from './read-catalogue.ts';

/** A file of a static site and the page that it is rendered from. */
export interface SiteFile {
  /** Path below the site's folder, decoded: `shop.html` is served at `/shop` by every host. */
  file: string;
  url: string;
  /** Queries for which the page differs, in order of precedence: a browser shows the first that its address matches. */
  variants?: readonly string[];
}

/** Queries for which Node renders another page. A parameter without value matches any. */
const variants: Partial<Record<PagePath, readonly string[]>> = {
  '/signin': ['verify', 'registered', 'reset', 'way=code', 'way=password'],
  '/reset-password': ['token'],
  '/stop-alert': ['token'],
};

const fileOf = (path: string): string =>
  path === '/' ? 'index.html' : /\.\w+$/.test(path) ? path.slice(1) : `${path.slice(1)}.html`;

/** Whether every host can store a file for this slug and serve it at the product's path. Other products are shown by 404.html. */
const isFileName = (slug: string): boolean =>
  fitsFileName(slug) &&
  !/[\p{Cc}\\/?#%:*"<>|]|^\.|^index$|[. ]$|\.(?:html|br|gz)$/iu.test(slug) &&
  slug.isWellFormed() &&
  slug !== '';

/** Documents that read the whole catalogue. */
const laterDocuments: readonly string[] = ['/sitemap-pages.xml', '/feed.xml'];

/** Files of the routes without a dynamic part. */
function listFixedFiles(): SiteFile[] {
  const fixed = (Object.keys(pageRoutes) as PagePath[]).filter((path) => !path.includes('[') && !laterDocuments.includes(path));
  return fixed.map((path) => ({ file: fileOf(path), url: path, ...(variants[path] && { variants: variants[path] }) }));
}

/** The first page of each category, also of those that only products name, and its address as a Shopify collection. */
function listCategoryFiles({ store, products }: Catalogue): SiteFile[] {
  const names = [
    ...(store.sub_category_list ?? []).map(({ name }) => name),
    ...products.map(({ category }) => category || 'Category'),
  ];
  const bySegment = new Map(names.map((name) => [categorySegment(name), name]));
  const collections = new Set(names.map(collectionHandle).filter((handle) => isFileName(handle) && handle !== 'all'));
  return [
    ...[...bySegment].map(([segment, name]) => ({
      file: `shop/${segment}.html`,
      url: `${paths.shop}?categories=${encodeURIComponent(toListItem(name.toLowerCase()))}`,
    })),
    ...[...collections].map((handle) => ({
      file: `collections/${handle}.html`,
      url: `/collections/${encodeURIComponent(handle)}`,
    })),
  ];
}

/** Lists the files of a site; a page that turns out to be missing has none. Sitemaps and feeds come with `listDocumentFiles`. */
export function listSiteFiles(catalogue: Catalogue): SiteFile[] {
  const current = new Set(catalogue.products.map(({ slug }) => slug));
  const old = new Set(catalogue.products.flatMap(({ oldSlugs }) => oldSlugs)).difference(current);
  const slugs = [...current, ...old].filter(isFileName);
  return [
    ...listFixedFiles(),
    ...listCategoryFiles(catalogue),
    ...slugs.map((slug) => ({ file: `products/${slug}.html`, url: paths.product(slug) })),
  ];
}

/** Lists the sitemaps that the index names, and the feed's files: one for each sitemap of products. */
export function listDocumentFiles(sitemapIndex: string): SiteFile[] {
  const numbers = [...sitemapIndex.matchAll(/\/sitemap-products-(\d+)\.xml</g)].map(([, number]) => number);
  const paths = numbers.flatMap((number) => [
    `/sitemap-products-${number}.xml`,
    ...(number === '1' ? [] : [`/feed-${number}.xml`]),
  ]);
  return [...laterDocuments, ...paths].map((path) => ({ file: fileOf(path), url: path }));
}
