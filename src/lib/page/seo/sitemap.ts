import type { Product } from '#lib/contract/catalogue.ts';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';
import { buildListingLink, emptyListing } from '#lib/page/listing/query.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { renderXmlElement } from './xml.ts';

/** Google reads at most so many pictures of a page. */
const MOST_PICTURES = 1000;

/** A page worth finding, or a site map of them. */
export interface SitemapEntry {
  path: string;
  /** When its content last changed, as an ISO moment; nothing when that is not known. */
  lastModified?: string | undefined;
  /** Picture references. */
  pictures?: string[];
}

const lastmod = ({ lastModified: changed }: SitemapEntry): string => (changed ? renderXmlElement('lastmod', changed) : '');

/** A site map with pictures (sitemaps.org 0.9 and Google's image extension). */
export function renderSitemap(entries: SitemapEntry[], url: URL): string {
  const rows = entries.map((entry) => {
    const images = (entry.pictures ?? [])
      .slice(0, MOST_PICTURES)
      .map((picture) => `<image:image>${renderXmlElement('image:loc', toAbsoluteUrl(picture, url))}</image:image>`);
    return `<url>${renderXmlElement('loc', toAbsoluteUrl(entry.path, url))}${lastmod(entry)}${images.join('')}</url>`;
  });
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${rows.join('\n')}\n</urlset>`;
}

/** A list of site maps. */
export function renderSitemapIndex(maps: SitemapEntry[], url: URL): string {
  const rows = maps.map((map) => `<sitemap>${renderXmlElement('loc', toAbsoluteUrl(map.path, url))}${lastmod(map)}</sitemap>`);
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</sitemapindex>`;
}

/** When a product last changed; a store that does not tell says at least when it came. */
const changedAt = ({ created_at, updated_at }: Product): string => updated_at ?? created_at;

/** The latest of some moments; ISO moments compare as text. */
export const findLatest = (moments: (string | undefined)[]): string | undefined =>
  moments.reduce((newest, moment) => (newest && (!moment || newest >= moment) ? newest : moment), undefined);

/** When the last of some products changed. */
export const findLatestChange = (products: Product[]): string | undefined => findLatest(products.map(changedAt));

/** A product's page. */
export const toProductEntry = (product: Product): SitemapEntry => ({
  path: `/products/${product.slug}`,
  lastModified: changedAt(product),
  pictures: [...new Set([...(product.cover_image ? [product.cover_image] : []), ...splitPictures(product.product_images)])],
});

/** A category's page with the products it shows, under the address that the page calls its own. */
export const toCategoryEntry = (category: { name: string; image: string }, products: Product[]): SitemapEntry => ({
  path: buildListingLink({ ...emptyListing, categories: [category.name] }),
  lastModified: findLatestChange(products),
  pictures: category.image ? [category.image] : [],
});
