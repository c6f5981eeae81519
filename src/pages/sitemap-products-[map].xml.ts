import type { APIRoute } from 'astro';
import { productsOfFile } from '#lib/page/every-product.ts';
import { type MapEntry, productEntry, siteMap } from '#lib/page/site-map.ts';
import { answerXml } from '#lib/page/xml.ts';

/** One site map of products, counted from 1. */
export const GET: APIRoute = (context) => {
  const map = /^[1-9]\d{0,3}$/.exec(context.params['map'] ?? '')?.[0];
  return answerXml(context, async () => {
    const entries: MapEntry[] = [];
    if (map) for await (const products of productsOfFile(Number(map))) entries.push(...products.map(productEntry));
    return entries.length > 0 ? siteMap(entries, context.url) : undefined;
  });
};
