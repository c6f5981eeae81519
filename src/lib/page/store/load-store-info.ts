import type { APIContext } from 'astro';
import type { Refused } from '#lib/client/request.ts';
import { type PaymentMethod, paymentMethods } from '#lib/contract/payment-methods.ts';
import { type PartialStoreInfo, type StoreInfo, storeInfoCall } from '#lib/contract/store.ts';
import { resolveSiteOrigin } from '#lib/page/absolute-url.ts';
import { findPageAnalytics } from '#lib/page/analytics.ts';
import { allowAnalytics } from '#lib/page/csp/analytics-sources.ts';
import { hashForCsp } from '#lib/page/csp/inline-hash.ts';
import { buildPictureDirective } from '#lib/page/csp/picture-origins.ts';
import { allowCaptcha } from '#lib/page/csp/provider-sources.ts';
import { endScript, headScript } from '#lib/page/inline-scripts/all-scripts.ts';
import { KNOWN_PAGE_DATA_HEADER } from '#lib/rules/http/page-data-headers.ts';
import { completeStoreInfo } from '#lib/rules/store-defaults.ts';
import { disableCaching, isRemoteStore, loadPart, noteStoreApi, StoreCallError } from './client.ts';

/** A page, whose response may be changed, or a document such as a feed. */
type Target = Pick<APIContext, 'request' | 'csp'> & { response?: { headers: Headers } };

const storeInfoByRequest = new WeakMap<Request, Promise<StoreInfo>>();
const loadedByRequest = new WeakMap<Request, StoreInfo>();
const failureByRequest = new WeakMap<Request, Refused>();

/** By the reply, which pages share until the catalogue changes. */
const completed = new WeakMap<PartialStoreInfo, StoreInfo>();

/** Name of a shop whose store does not tell it: the one that its owner has set, else its host. */
const nameOfShop = (request: Request): string =>
  process.env['PUBLIC_STORE_NAME']?.trim() || new URL(resolveSiteOrigin(new URL(request.url))).host;

/** What shoppers may choose where the store does not say it: with the owner's setting prepaid too, else cash on delivery. */
const configuredMethods = (): PaymentMethod[] | undefined =>
  /\bprepaid\b/.test(process.env['PUBLIC_PAYMENT_METHODS'] ?? '') ? [...paymentMethods] : undefined;

function fillIn(sent: PartialStoreInfo, request: Request): StoreInfo {
  const payment_methods = sent.payment_methods ?? configuredMethods();
  return completeStoreInfo({ ...sent, payment_methods }, nameOfShop(request));
}

function complete(sent: PartialStoreInfo, request: Request): StoreInfo {
  const store = completed.get(sent) ?? Object.freeze(fillIn(sent, request));
  // A name from the request's host is that of this request.
  if (sent.store_name) completed.set(sent, store);
  return store;
}

/** The last reply, for pages while the call of a remote store fails. */
let lastStoreInfo: StoreInfo | undefined;

/**
 * Loads settings and categories, once per request. Every page calls it before its layout: Astro may send the content security policy
 * before the layout renders, so the hashes of the layout's inline code are registered here.
 */
export function loadStoreInfo(page: Target): Promise<StoreInfo> {
  const store = storeInfoByRequest.get(page.request) ?? loadAndSetCsp(page);
  storeInfoByRequest.set(page.request, store);
  return store;
}

/**
 * The settings and categories that a page has loaded. Throws when it has not. Components use this: after one that waits, Astro renders the
 * rest of the page into buffers, which takes longer.
 */
export function storeInfoOf({ request }: Pick<APIContext, 'request'>): StoreInfo {
  const store = loadedByRequest.get(request);
  if (!store) throw new Error('A page must await loadStoreInfo(Astro) before its layout');
  return store;
}

/** The failed call whose data the page lacks or shows from an earlier reply (specification, errors). */
export const findStoreInfoFailure = ({ request }: Pick<APIContext, 'request'>): Refused | undefined =>
  failureByRequest.get(request);

/**
 * Store info of a page. While a remote store refuses it, the page shows the last reply, or else the defaults. Throws a `StoreCallError`
 * when the store is unreachable or the embedded one fails, for documents, and for pages of which the host has a complete copy.
 */
async function fetchStoreInfo({ request, response }: Target): Promise<StoreInfo> {
  const { reply, failure } = await loadPart(storeInfoCall);
  if (!failure) {
    noteStoreApi(reply.storeinfo);
    lastStoreInfo = complete(reply.storeinfo, request);
    return lastStoreInfo;
  }
  const isReached = isRemoteStore() && failure.httpStatus !== 0;
  if (!isReached || !response || request.headers.has(KNOWN_PAGE_DATA_HEADER))
    throw new StoreCallError(storeInfoCall.path, failure);
  disableCaching({ response });
  failureByRequest.set(request, failure);
  return lastStoreInfo ?? fillIn({}, request);
}

async function loadAndSetCsp(page: Target): Promise<StoreInfo> {
  const storeinfo = await fetchStoreInfo(page);
  loadedByRequest.set(page.request, storeinfo);
  const { csp } = page;
  csp?.insertScriptHash(hashForCsp(headScript));
  csp?.insertScriptHash(hashForCsp(endScript));
  if (csp && storeinfo.captcha) allowCaptcha(csp, storeinfo.captcha);
  const analytics = findPageAnalytics(new URL(page.request.url));
  if (csp && analytics) allowAnalytics(csp, analytics);
  const pictures = buildPictureDirective(storeinfo.picture_origins);
  if (pictures) csp?.insertDirective(pictures as `img-src ${string}`);
  return storeinfo;
}
