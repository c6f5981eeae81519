import type { Product } from '#lib/contract/catalogue.ts';
import { splitPictures } from '#lib/rules/picture.ts';
import { absolute } from './address.ts';
import { emptyListing, listingLink } from './listing.ts';
import { element } from './xml.ts';

/** Google reads at most so many pictures of a page. */
const MOST_PICTURES = 1000;

/** A page worth finding, or a site map of them. */
export interface MapEntry {
  path: string;
  /** When its content last changed, as an ISO moment; nothing when that is not known. */
  changed?: string | undefined;
  /** Picture references. */
  pictures?: string[];
}

const lastmod = ({ changed }: MapEntry): string => (changed ? element('lastmod', changed) : '');

/** A site map with pictures (sitemaps.org 0.9 and Google's image extension). */
export function siteMap(entries: MapEntry[], url: URL): string {
  const rows = entries.map((entry) => {
    const images = (entry.pictures ?? [])
      .slice(0, MOST_PICTURES)
      .map((picture) => `<image:image>${element('image:loc', absolute(picture, url))}</image:image>`);
    return `<url>${element('loc', absolute(entry.path, url))}${lastmod(entry)}${images.join('')}</url>`;
  });
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${rows.join('\n')}\n</urlset>`;
}

/** A list of site maps. */
export function siteMapIndex(maps: MapEntry[], url: URL): string {
  const rows = maps.map((map) => `<sitemap>${element('loc', absolute(map.path, url))}${lastmod(map)}</sitemap>`);
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</sitemapindex>`;
}

/** When a product last changed; a store that does not tell says at least when it came. */
const changedAt = ({ created_at, updated_at }: Product): string => updated_at ?? created_at;

/** The latest of some moments; ISO moments compare as text. */
export const latest = (moments: (string | undefined)[]): string | undefined =>
  moments.reduce((newest, moment) => (newest && (!moment || newest >= moment) ? newest : moment), undefined);

/** When the last of some products changed. */
export const latestChange = (products: Product[]): string | undefined => latest(products.map(changedAt));

/** A product's page. */
export const productEntry = (product: Product): MapEntry => ({
  path: `/products/${product.slug}`,
  changed: changedAt(product),
  pictures: [...new Set([...(product.cover_image ? [product.cover_image] : []), ...splitPictures(product.product_images)])],
});

/** A category's page with the products it shows, under the address that the page calls its own. */
export const categoryEntry = (category: { name: string; image: string }, products: Product[]): MapEntry => ({
  path: listingLink({ ...emptyListing, categories: [category.name] }),
  changed: latestChange(products),
  pictures: category.image ? [category.image] : [],
});
