import type { APIRoute } from 'astro';
import { renderFeedFile } from '#lib/page/seo/merchant-feed.ts';
import { respondWithXml } from '#lib/page/seo/xml.ts';
import { loadStoreInfo } from '#lib/page/store/load-store-info.ts';

/** The product feed for Google Merchant Center; a large store's continues in /feed-2.xml. */
export const GET: APIRoute = (context) =>
  respondWithXml(context, async () => renderFeedFile(await loadStoreInfo(context), 1, context.url));
