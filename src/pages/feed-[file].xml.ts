import type { APIRoute } from 'astro';
import { openShop } from '#lib/page/shop.ts';
import { shopFeed } from '#lib/page/shop-feed.ts';
import { answerXml } from '#lib/page/xml.ts';

/** A further file of the product feed, counted from 2. */
export const GET: APIRoute = (context) => {
  const file = /^(?:[2-9]|[1-9]\d{1,3})$/.exec(context.params['file'] ?? '')?.[0];
  return answerXml(context, async () => (file ? shopFeed(await openShop(context), Number(file), context.url) : undefined));
};
