import { astro } from 'astro/hono';
import { Hono } from 'hono';
import { embeddedStore } from './api/store.ts';
import { KNOWN_PAGE_DATA, PAGE_DATA } from './lib/contract/page-data.ts';
import { isUnchanged, recordCalls } from './lib/page/page-data.ts';
import { addPictureOrigins } from './lib/page/picture-origins.ts';
import { connectEmbeddedStore, foreignPictureOrigins } from './lib/page/store.ts';

const POLICY = 'content-security-policy';

/** The one door: `/api/*` is answered by the store, everything else by the pages. */
const door = new Hono();

if (!process.env['STORE_API_URL']) {
  connectEmbeddedStore(async (request) => (await embeddedStore()).fetch(request));
  door.all('/api/*', async (context) => (await embeddedStore()).fetch(context.req.raw));
} else {
  // A store elsewhere need not say where its pictures are: they are known when the page has been rendered.
  door.use(async (context, next) => {
    await next();
    const policy = context.res.headers.get(POLICY);
    if (policy) context.header(POLICY, addPictureOrigins(policy, foreignPictureOrigins()));
  });
}

/** Answers 304 when the replies behind a page that the host knows are unchanged; otherwise names those that the page is rendered from. */
door.use(async (context, next) => {
  const known = context.req.header(KNOWN_PAGE_DATA);
  if (known && (await isUnchanged(known))) return new Response(null, { status: 304 });
  const data = await recordCalls(async () => {
    await next();
    return context.res.status;
  });
  if (data) context.header(PAGE_DATA, data);
  return undefined;
});
door.use(astro());

export default door;
