import type { APIRoute } from 'astro';
import { openShop } from '#lib/page/shop.ts';
import { shopPages } from '#lib/page/shop-pages.ts';
import { siteMap } from '#lib/page/site-map.ts';
import { answerXml } from '#lib/page/xml.ts';

/** The site map of everything but products. */
export const GET: APIRoute = (context) =>
  answerXml(context, async () => siteMap(await shopPages(await openShop(context)), context.url));
