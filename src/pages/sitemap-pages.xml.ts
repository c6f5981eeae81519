import type { APIRoute } from 'astro';
import { loadSitemapPages } from '#lib/page/seo/sitemap-pages.ts';
import { renderSitemap } from '#lib/page/seo/sitemap-xml.ts';
import { respondWithXml } from '#lib/page/seo/xml.ts';
import { loadStoreInfo } from '#lib/page/store/load-store-info.ts';

export const GET: APIRoute = (context) =>
  respondWithXml(context, async () => renderSitemap(await loadSitemapPages(await loadStoreInfo(context)), context.url));
