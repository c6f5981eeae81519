import { astro, FetchState } from 'astro/fetch';
// By alias, which the build leaves external: a relative import would bundle a second copy of the store.
import { sendToStore } from '#api/embedded-or-remote-store.ts';
import { ADMIN_HOST_HEADER, isAdminPath } from '#lib/contract/admin/admin-path.ts';
import { KNOWN_PAGE_DATA_HEADER, PAGE_DATA_HEADER, REDIRECT_QUESTION_HEADER } from '#lib/rules/http/page-data-headers.ts';
import { toAdminPolicy } from './lib/page/csp/admin-policy.ts';
import { addPictureOrigins } from './lib/page/csp/picture-origins.ts';
import { keepUsedHashes } from './lib/page/csp/used-hashes.ts';
import { deferScripts } from './lib/page/deferred-scripts.ts';
import { connectEmbeddedStore, listRemotePictureOrigins } from './lib/page/store/client.ts';
import { findNewAddress } from './lib/page/store/find-new-address.ts';
import { isPageDataUnchanged, recordCalls } from './lib/page/store/recorded-calls.ts';
import { SURROGATE_KEY_HEADER } from './lib/rules/http/surrogate-keys.ts';
import { isStaticSite } from './lib/rules/static-site.ts';

const CSP_HEADER = 'content-security-policy';

const isStoreRemote = Boolean(process.env['STORE_API_URL']);

if (!isStoreRemote) connectEmbeddedStore(sendToStore);

/** Renders a page into one string: as a stream of chunks it takes a third longer, and is needed whole anyway. Only admin pages set cookies. */
function renderWhole(request: Request, { setsCookies = false } = {}): Promise<Response> {
  const state = new FetchState(request);
  state.streaming = false;
  state.renderOptions.addCookieHeader = setsCookies;
  return astro(state);
}

/** Shortens a page's policy: Astro names the hashes of all pages in it (2.4 KB). */
function finishPolicy(policy: string, html: string): string {
  const used = keepUsedHashes(policy, html);
  // The picture origins of a remote store are only known after the page has been rendered.
  return isStaticSite || isStoreRemote ? addPictureOrigins(used, listRemotePictureOrigins()) : used;
}

/** Renders a page and defers its modules. */
async function renderPage(request: Request): Promise<Response> {
  const response = await renderWhole(request);
  const { status, headers } = response;
  const policy = headers.get(CSP_HEADER);
  if (!policy || !headers.get('content-type')?.startsWith('text/html')) return response;
  const html = deferScripts(await response.text());
  headers.delete('content-length');
  headers.set(CSP_HEADER, finishPolicy(policy, html));
  return new Response(html, { status, headers });
}

/** Renders an admin page with a policy of its own; only for requests that came by way of the admin's host. */
async function renderAdminPage(request: Request): Promise<Response> {
  if (!request.headers.has(ADMIN_HOST_HEADER)) return new Response(null, { status: 404 });
  const response = await renderWhole(request, { setsCookies: true });
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = await response.text();
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  // A page that Astro has not rendered has no policy, and no script or style either.
  headers.set(CSP_HEADER, toAdminPolicy(keepUsedHashes(headers.get(CSP_HEADER) ?? '', html)));
  return new Response(html, { status: response.status, headers });
}

/** Revalidates the host's cached pages: responds with 304 if the API replies behind the host's copy are unchanged, else tags the page with its replies. */
async function revalidatePage(request: Request): Promise<Response> {
  const known = request.headers.get(KNOWN_PAGE_DATA_HEADER);
  if (known && (await isPageDataUnchanged(known))) return new Response(null, { status: 304 });
  const { response, data, keys } = await recordCalls(() => renderPage(request));
  if (data) response.headers.set(PAGE_DATA_HEADER, data);
  if (keys) response.headers.set(SURROGATE_KEY_HEADER, keys);
  return response;
}

/** Replies to the host where an address leads that has no page. */
async function replyRedirect(url: string): Promise<Response> {
  const location = await findNewAddress(new URL(url));
  return location
    ? new Response(null, { status: 301, headers: { location } })
    : new Response(null, { status: location === null ? 503 : 404 });
}

/** Entry point for requests: the embedded store handles `/api/*`, Astro renders everything else. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!isStoreRemote && pathname.startsWith('/api/')) return sendToStore(request);
    if (isAdminPath(pathname)) return renderAdminPage(request);
    if (request.headers.has(REDIRECT_QUESTION_HEADER)) return replyRedirect(request.url);
    return isStaticSite ? renderPage(request) : revalidatePage(request);
  },
};
