import type { APIRoute } from 'astro';
import { streamProductBatches } from '#lib/page/seo/products-per-file.ts';
import { renderSitemap, type SitemapEntry, toProductEntry } from '#lib/page/seo/sitemap-xml.ts';
import { respondWithXml } from '#lib/page/seo/xml.ts';

/** One sitemap of products, counted from 1. */
export const GET: APIRoute = (context) => {
  const map = /^[1-9]\d{0,3}$/.exec(context.params['map'] ?? '')?.[0];
  return respondWithXml(context, async () => {
    const entries: SitemapEntry[] = [];
    if (map) for await (const products of streamProductBatches(Number(map))) entries.push(...products.map(toProductEntry));
    return entries.length > 0 ? renderSitemap(entries, context.url) : undefined;
  });
};
