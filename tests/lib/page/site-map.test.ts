import { describe, expect, test } from 'vitest';
import {
  findLatestChange,
  renderSitemap,
  renderSitemapIndex,
  toCategoryEntry,
  toProductEntry,
} from '#lib/page/seo/sitemap-xml.ts';
import { xmlProblems } from '#tests/xml-schemas.ts';
import { makeProduct } from './product.ts';

const page = new URL('https://shop.example/sitemap.xml');

/** The lastmod values of a sitemap, in order. */
const moments = (xml: string): string[] => [...xml.matchAll(/<lastmod>([^<]*)<\/lastmod>/g)].map(([, moment]) => moment ?? '');

describe('the last change of a page', () => {
  test('is its product’s last change, or its creation date when that is all that is known', () => {
    expect(toProductEntry(makeProduct({ created_at: '2026-01-05T00:00:00Z' })).lastModified).toBe('2026-01-05T00:00:00Z');
    const both = makeProduct({ created_at: '2026-01-05T00:00:00Z', updated_at: '2026-03-01T10:00:00Z' });
    expect(toProductEntry(both).lastModified).toBe('2026-03-01T10:00:00Z');
  });

  test('of a list is the newest of its products', () => {
    const products = [
      makeProduct({ created_at: '2026-02-01T00:00:00Z' }),
      makeProduct({ created_at: '2025-01-01T00:00:00Z', updated_at: '2026-04-01T00:00:00Z' }),
      makeProduct({ created_at: '2026-03-01T00:00:00Z' }),
    ];
    expect(findLatestChange(products)).toBe('2026-04-01T00:00:00Z');
    expect(toCategoryEntry({ name: 'Shirts', image: '' }, products).lastModified).toBe('2026-04-01T00:00:00Z');
  });

  test('is omitted when unknown', () => {
    expect(findLatestChange([])).toBeUndefined();
    expect(moments(renderSitemap([{ path: '/faq' }, { path: '/', lastModified: '2026-01-05T00:00:00Z' }], page))).toEqual([
      '2026-01-05T00:00:00Z',
    ]);
    expect(renderSitemapIndex([{ path: '/sitemap-products-1.xml' }], page)).not.toContain('lastmod');
  });
});

test('names with XML or URL syntax are escaped', async () => {
  const map = renderSitemap(
    [
      toCategoryEntry({ name: 'Men’s & <Boys> "10%" #1', image: 'https://cdn.example/a.jpg?w=1&h=2#x' }, []),
      toProductEntry(makeProduct({ slug: "it's-100%25-&-more" })),
    ],
    page,
  );
  expect(await xmlProblems('site-map', map)).toEqual([]);
  expect(map).toContain('<image:loc>https://cdn.example/a.jpg?w=1&amp;h=2</image:loc>');
  const [category = '', product = ''] = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc ?? '');
  expect(new URL(category.replaceAll('&amp;', '&')).searchParams.get('categories')).toBe('men’s & <boys> "10%" #1');
  expect(product).toBe('https://shop.example/products/it&apos;s-100%25-&amp;-more');
});

test('the validator rejects what sitemaps.org does not allow', async () => {
  const good = renderSitemap([{ path: '/', lastModified: '2026-01-05T00:00:00Z', pictures: ['/media/a.jpg'] }], page);
  expect(await xmlProblems('site-map', good)).toEqual([]);
  expect(await xmlProblems('site-map', renderSitemap([], page))).not.toEqual([]);
  expect(await xmlProblems('site-map', good.replace('2026-01-05T', 'yesterday '))).not.toEqual([]);
  expect(await xmlProblems('site-map', good.replace('image:loc', 'image:location'))).not.toEqual([]);
  const index = renderSitemapIndex([{ path: '/sitemap-pages.xml', lastModified: '2026-01-05T00:00:00Z' }], page);
  expect(await xmlProblems('site-map-index', index)).toEqual([]);
  expect(await xmlProblems('site-map-index', index.replace('https:', 'ftp:'))).not.toEqual([]);
});
