import type { APIRoute } from 'astro';
import { everyProduct } from '../lib/page/every-product.ts';
import { merchantFeed } from '../lib/page/merchant-feed.ts';
import { openShop } from '../lib/page/shop.ts';
import { xmlResponse } from '../lib/page/xml.ts';

/** The product feed for Google Merchant Center. */
export const GET: APIRoute = async (context) => {
  const [store, products] = await Promise.all([openShop(context), everyProduct()]);
  return xmlResponse(merchantFeed(store, products, context.url));
};
