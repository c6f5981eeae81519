import { astro } from 'astro/hono';
import { Hono } from 'hono';
// By alias, which the build leaves external: a relative import would bundle a second copy of the store.
import { getEmbeddedStore } from '#api/store.ts';
import { KNOWN_PAGE_DATA_HEADER, PAGE_DATA_HEADER } from './lib/contract/page-data.ts';
import { addPictureOrigins } from './lib/page/csp/picture-origins.ts';
import { connectEmbeddedStore, listRemotePictureOrigins } from './lib/page/store/client.ts';
import { isPageDataUnchanged, recordCalls } from './lib/page/store/recorded-calls.ts';

const CSP_HEADER = 'content-security-policy';

/** Entry point for requests: the embedded store handles `/api/*`, Astro renders everything else. */
const app = new Hono();

if (!process.env['STORE_API_URL']) {
  connectEmbeddedStore(async (request) => (await getEmbeddedStore()).fetch(request));
  app.all('/api/*', async (context) => (await getEmbeddedStore()).fetch(context.req.raw));
} else {
  // The picture origins of a remote store are only known after the page has been rendered.
  app.use(async (context, next) => {
    await next();
    const policy = context.res.headers.get(CSP_HEADER);
    if (policy) context.header(CSP_HEADER, addPictureOrigins(policy, listRemotePictureOrigins()));
  });
}

/** Revalidates cached pages: answers 304 if the API replies behind the host's copy are unchanged, else tags the page with its replies. */
app.use(async (context, next) => {
  const known = context.req.header(KNOWN_PAGE_DATA_HEADER);
  if (known && (await isPageDataUnchanged(known))) return new Response(null, { status: 304 });
  const data = await recordCalls(async () => {
    await next();
    return context.res.status;
  });
  if (data) context.header(PAGE_DATA_HEADER, data);
  return undefined;
});
app.use(astro());

export default app;
