import type { Product } from '#lib/contract/catalogue.ts';
import { toAbsoluteUrl } from '#lib/page/absolute-url.ts';
import { categoryUrl } from '#lib/page/listing/listing-url.ts';
import { listPictures } from '#lib/rules/pictures/reference.ts';
import { renderXmlElement } from './xml.ts';

/** Google reads at most this many pictures per page. */
const MAX_PICTURES = 1000;

export interface SitemapEntry {
  path: string;
  /** ISO 8601 time of the last change; undefined when unknown. */
  lastModified?: string | undefined;
  pictures?: string[];
}

const lastmod = ({ lastModified }: SitemapEntry): string => (lastModified ? renderXmlElement('lastmod', lastModified) : '');

/** Renders entries of a sitemap with pictures (sitemaps.org 0.9 and Google's image extension). */
export const renderEntries = (entries: readonly SitemapEntry[], url: URL): string[] =>
  entries.map((entry) => {
    const images = (entry.pictures ?? [])
      .slice(0, MAX_PICTURES)
      .map((picture) => `<image:image>${renderXmlElement('image:loc', toAbsoluteUrl(picture, url))}</image:image>`);
    return `<url>${renderXmlElement('loc', toAbsoluteUrl(entry.path, url))}${lastmod(entry)}${images.join('')}</url>`;
  });

export const joinEntries = (rows: readonly string[]): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${rows.join('\n')}\n</urlset>`;

export const renderSitemap = (entries: readonly SitemapEntry[], url: URL): string => joinEntries(renderEntries(entries, url));

export function renderSitemapIndex(maps: SitemapEntry[], url: URL): string {
  const rows = maps.map((map) => `<sitemap>${renderXmlElement('loc', toAbsoluteUrl(map.path, url))}${lastmod(map)}</sitemap>`);
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</sitemapindex>`;
}

/** Time of a product's last change; falls back to its creation when the store sends no `updated_at`. */
const changedAt = ({ created_at, updated_at }: Product): string | undefined => updated_at ?? created_at;

/** Returns the latest ISO 8601 time, compared as text. */
export const findLatest = (times: (string | undefined)[]): string | undefined =>
  times.reduce((newest, time) => (newest && (!time || newest >= time) ? newest : time), undefined);

export const findLatestChange = (products: Product[]): string | undefined => findLatest(products.map(changedAt));

export const toProductEntry = (product: Product): SitemapEntry => ({
  path: `/products/${product.slug}`,
  lastModified: changedAt(product),
  pictures: listPictures(product),
});

/** Entry of a category's page under its canonical URL, with the products it shows. */
export const toCategoryEntry = (category: { name: string; image: string }, products: Product[]): SitemapEntry => ({
  path: categoryUrl(category.name),
  lastModified: findLatestChange(products),
  pictures: category.image ? [category.image] : [],
});
