import type { APIRoute } from 'astro';
import { openShop } from '../lib/page/shop.ts';
import { shopPages } from '../lib/page/shop-pages.ts';
import { siteMap } from '../lib/page/site-map.ts';
import { xmlResponse } from '../lib/page/xml.ts';

/** The site map of everything but products. */
export const GET: APIRoute = async (context) => xmlResponse(siteMap(await shopPages(await openShop(context)), context.url));
