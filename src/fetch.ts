import { astro } from 'astro/hono';
import { Hono } from 'hono';
import { getEmbeddedStore } from './api/store.ts';
import { KNOWN_PAGE_DATA_HEADER, PAGE_DATA_HEADER } from './lib/contract/page-data.ts';
import { addPictureOrigins } from './lib/page/csp/picture-origins.ts';
import { connectEmbeddedStore, listRemotePictureOrigins } from './lib/page/store/client.ts';
import { isPageDataUnchanged, recordCalls } from './lib/page/store/recorded-calls.ts';

const POLICY = 'content-security-policy';

/** The one door: `/api/*` is answered by the store, everything else by the pages. */
const door = new Hono();

if (!process.env['STORE_API_URL']) {
  connectEmbeddedStore(async (request) => (await getEmbeddedStore()).fetch(request));
  door.all('/api/*', async (context) => (await getEmbeddedStore()).fetch(context.req.raw));
} else {
  // A store elsewhere need not say where its pictures are: they are known when the page has been rendered.
  door.use(async (context, next) => {
    await next();
    const policy = context.res.headers.get(POLICY);
    if (policy) context.header(POLICY, addPictureOrigins(policy, listRemotePictureOrigins()));
  });
}

/** Answers 304 when the replies behind a page that the host knows are unchanged; otherwise names those that the page is rendered from. */
door.use(async (context, next) => {
  const known = context.req.header(KNOWN_PAGE_DATA_HEADER);
  if (known && (await isPageDataUnchanged(known))) return new Response(null, { status: 304 });
  const data = await recordCalls(async () => {
    await next();
    return context.res.status;
  });
  if (data) context.header(PAGE_DATA_HEADER, data);
  return undefined;
});
door.use(astro());

export default door;
