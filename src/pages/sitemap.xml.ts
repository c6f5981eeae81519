import type { APIRoute } from 'astro';
import { countProductFiles } from '#lib/page/seo/products-per-file.ts';
import { loadSitemapPages } from '#lib/page/seo/sitemap-pages.ts';
import { findLatest, renderSitemapIndex } from '#lib/page/seo/sitemap-xml.ts';
import { respondWithXml } from '#lib/page/seo/xml.ts';
import { loadStoreInfo } from '#lib/page/store/load-store-info.ts';

/** The sitemap index, without dates for product files: computing them would mean reading every product. */
export const GET: APIRoute = (context) =>
  respondWithXml(context, async () => {
    const [maps, pages] = await Promise.all([countProductFiles(), loadStoreInfo(context).then(loadSitemapPages)]);
    const products = Array.from({ length: maps }, (_, i) => ({ path: `/sitemap-products-${i + 1}.xml` }));
    const changed = findLatest(pages.map((page) => page.lastModified));
    return renderSitemapIndex([{ path: '/sitemap-pages.xml', lastModified: changed }, ...products], context.url);
  });
