import type { Product } from '../contract/catalogue.ts';
import { categoryLink } from '../rules/labels.ts';
import { splitPictures } from '../rules/picture.ts';
import { absolute } from './address.ts';
import { element } from './xml.ts';

/** Google reads at most so many pictures of a page. */
const MOST_PICTURES = 1000;

/** A page worth finding. */
export interface MapEntry {
  path: string;
  /** When its content last changed, as an ISO moment. */
  changed?: string | undefined;
  /** Picture references. */
  pictures?: string[];
}

/** A site map with pictures (sitemaps.org 0.9 and Google's image extension). */
export function siteMap(entries: MapEntry[], url: URL): string {
  const rows = entries.map(({ path, changed, pictures = [] }) => {
    const images = pictures
      .slice(0, MOST_PICTURES)
      .map((picture) => `<image:image>${element('image:loc', absolute(picture, url))}</image:image>`);
    return `<url>${element('loc', absolute(path, url))}${changed ? element('lastmod', changed) : ''}${images.join('')}</url>`;
  });
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${rows.join('\n')}\n</urlset>`;
}

/** A list of site maps. */
export function siteMapIndex(maps: MapEntry[], url: URL): string {
  const rows = maps.map(
    ({ path, changed }) =>
      `<sitemap>${element('loc', absolute(path, url))}${changed ? element('lastmod', changed) : ''}</sitemap>`,
  );
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</sitemapindex>`;
}

/** The latest moment among products; ISO moments compare as text. */
export const latest = (products: Product[]): string | undefined =>
  products.reduce<string | undefined>(
    (newest, { created_at }) => (!newest || created_at > newest ? created_at : newest),
    undefined,
  );

/** A product's page. The store tells when a product came, and nothing later. */
export const productEntry = ({ slug, created_at, cover_image, product_images }: Product): MapEntry => ({
  path: `/products/${slug}`,
  changed: created_at,
  pictures: [...new Set([...(cover_image ? [cover_image] : []), ...splitPictures(product_images)])],
});

/** A category's page, as old as its newest product. */
export const categoryEntry = (category: { name: string; image: string }, newest: string | undefined): MapEntry => ({
  path: categoryLink(category.name),
  changed: newest,
  pictures: category.image ? [category.image] : [],
});
