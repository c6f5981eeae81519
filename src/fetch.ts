import { astro, getFetchState } from 'astro/hono';
import { Hono, type MiddlewareHandler } from 'hono';
// By alias, which the build leaves external: a relative import would bundle a second copy of the store.
import { readStoreRevision, sendToStore } from '#api/embedded-or-remote-store.ts';
import { KNOWN_PAGE_DATA_HEADER, PAGE_DATA_HEADER } from '#lib/rules/page-data-headers.ts';
import { addPictureOrigins } from './lib/page/csp/picture-origins.ts';
import { keepUsedHashes } from './lib/page/csp/used-hashes.ts';
import { deferScripts } from './lib/page/deferred-scripts.ts';
import { connectEmbeddedStore, listRemotePictureOrigins } from './lib/page/store/client.ts';
import { isPageDataUnchanged, recordCalls } from './lib/page/store/recorded-calls.ts';
import { SURROGATE_KEY_HEADER } from './lib/rules/cdn/surrogate-keys.ts';
import { isStaticSite } from './lib/rules/static-site.ts';

const CSP_HEADER = 'content-security-policy';

/** Entry point for requests: the embedded store handles `/api/*`, Astro renders everything else. */
const app = new Hono();

if (!process.env['STORE_API_URL']) {
  connectEmbeddedStore(sendToStore, readStoreRevision);
  app.all('/api/*', (context) => sendToStore(context.req.raw));
}
if (isStaticSite || process.env['STORE_API_URL']) {
  // The picture origins of a remote store are only known after the page has been rendered.
  app.use(async (context, next) => {
    await next();
    const policy = context.res.headers.get(CSP_HEADER);
    if (policy) context.header(CSP_HEADER, addPictureOrigins(policy, listRemotePictureOrigins()));
  });
}

/** Revalidates the host's cached pages: answers 304 if the API replies behind the host's copy are unchanged, else tags the page with its replies. */
const revalidatePage: MiddlewareHandler = async (context, next) => {
  const known = context.req.header(KNOWN_PAGE_DATA_HEADER);
  if (known && (await isPageDataUnchanged(known))) return new Response(null, { status: 304 });
  const { data, keys } = await recordCalls(async () => {
    await next();
    return context.res.status;
  });
  if (data) context.header(PAGE_DATA_HEADER, data);
  if (keys) context.header(SURROGATE_KEY_HEADER, keys);
  return undefined;
};
if (!isStaticSite) app.use(revalidatePage);

/** Defers a page's modules and shortens its policy: Astro names the hashes of all pages in it (2.4 KB). */
const finishPage: MiddlewareHandler = async (context, next) => {
  await next();
  const { res } = context;
  const policy = res.headers.get(CSP_HEADER);
  if (!policy || !res.headers.get('content-type')?.startsWith('text/html')) return;
  const html = deferScripts(await res.text());
  context.res = new Response(html, res);
  context.header(CSP_HEADER, keepUsedHashes(policy, html));
};
/** Renders a page into one string: as a stream of chunks it takes a third longer, and is needed whole anyway. */
const renderWhole: MiddlewareHandler = async (context, next) => {
  getFetchState(context).streaming = false;
  await next();
};
app.use(finishPage);
app.use(renderWhole);
app.use(astro());

export default app;
