import type { APIRoute } from 'astro';
import { productFiles } from '#lib/page/every-product.ts';
import { openShop } from '#lib/page/shop.ts';
import { shopPages } from '#lib/page/shop-pages.ts';
import { latest, siteMapIndex } from '#lib/page/site-map.ts';
import { answerXml } from '#lib/page/xml.ts';

/** The list of the shop's site maps. Finding when each map of products last changed would mean reading them all. */
export const GET: APIRoute = (context) =>
  answerXml(context, async () => {
    const [maps, pages] = await Promise.all([productFiles(), openShop(context).then(shopPages)]);
    const products = Array.from({ length: maps }, (_, i) => ({ path: `/sitemap-products-${i + 1}.xml` }));
    const changed = latest(pages.map((page) => page.changed));
    return siteMapIndex([{ path: '/sitemap-pages.xml', changed }, ...products], context.url);
  });
