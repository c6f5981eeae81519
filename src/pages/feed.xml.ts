import type { APIRoute } from 'astro';
import { openShop } from '#lib/page/shop.ts';
import { shopFeed } from '#lib/page/shop-feed.ts';
import { answerXml } from '#lib/page/xml.ts';

/** The product feed for Google Merchant Center; a large shop's goes on in /feed-2.xml. */
export const GET: APIRoute = (context) => answerXml(context, async () => shopFeed(await openShop(context), 1, context.url));
