import type { APIRoute } from 'astro';
import { renderFeedFile } from '#lib/page/seo/merchant-feed.ts';
import { respondWithXml } from '#lib/page/seo/xml.ts';
import { loadStoreInfo } from '#lib/page/store/load-store-info.ts';

/** A further file of the product feed, counted from 2. */
export const GET: APIRoute = (context) => {
  const file = /^(?:[2-9]|[1-9]\d{1,3})$/.exec(context.params['file'] ?? '')?.[0];
  return respondWithXml(context, async () =>
    file ? renderFeedFile(await loadStoreInfo(context), Number(file), context.url) : undefined,
  );
};
