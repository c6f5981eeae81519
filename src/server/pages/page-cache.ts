import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { PageOutcome } from '#api/metrics.ts';
import { cdnHeaders, PUBLIC_PAGE, personalHeaders } from '#api/services/cache-control.ts';
import { notFoundPath, type ResolvedPage, resolvePage } from '#api/services/redirects/resolve-page.ts';
import { STORE_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { noStore } from '#server/http/response-headers.ts';
import { BackgroundCompressor } from './background-compressor.ts';
import { KnownRedirects } from './known-redirects.ts';
import { findMovedUrl } from './moved-url.ts';
import { Page } from './page.ts';
import type { PageCacheOptions } from './page-cache-options.ts';
import { sendPageResponse, toRawHeaders } from './page-response.ts';
import { ReadyPages } from './ready-pages.ts';
import { RenderQueueFull } from './render-queue.ts';
import { DOCUMENT_TIMEOUT_MS, RENDER_TIMEOUT_MS, STALE_RENDER_TIMEOUT_MS, withRenderTimeout } from './render-timeout.ts';
import { type ReadyHeaders, readHeaders } from './request-headers.ts';
import { type CachedPage, SegmentedCache } from './segmented-cache.ts';
import { SharedRenders } from './shared-renders.ts';

interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
  client: string | undefined;
}

interface Served {
  page: Page;
  outcome: PageOutcome;
}

const DEFAULT_CACHE_BYTES = 16 * 1024 * 1024;

/** After a failed render, the stale page is served for this time before a retry, in milliseconds. */
const RETRY_DELAY_MS = 2000;

/**
 * Pattern of the paths for which browsers keep a page as a dictionary; undefined if they must not. Both patterns match every path. Browsers
 * use the page with the longest one, and the newest of those, so a page of products stays in use after a visit to another.
 */
const dictionaryMatchOf = ({ personal, showsProducts }: ResolvedPage): string | undefined =>
  personal ? undefined : showsProducts ? '/**' : '/*';

/** A slash at the end of the path, or a search that may be empty or have blanks around it. */
const mayBeMoved = /.\/(?:\?|$)|[?&]search=(?:[+%]|(?:[^&]*(?:\+|%[\dA-F]{2}))?(?:&|$))/i;

/** Headers of a page that has moved: its new address with the query that was asked for. Browsers check it on each use, since it may move back. */
function movedHeaders({ headers }: Page, url: string): OutgoingHttpHeaders {
  const location = String(headers['location']);
  const query = url.includes('?') && !location.includes('?') ? url.slice(url.indexOf('?')) : '';
  return { location: location + query, 'cache-control': PUBLIC_PAGE };
}

/**
 * Cache of rendered and compressed pages, which are the same for every shopper. An entry is valid for one catalogue revision; after
 * that it is revalidated or rendered again, and served stale if this fails.
 */
export class PageCache {
  readonly #pages: SegmentedCache;
  readonly #ready: ReadyPages;
  readonly #renders: SharedRenders<Served>;
  readonly #compressor: BackgroundCompressor;
  readonly #redirects: KnownRedirects | undefined;
  readonly #options: PageCacheOptions;
  readonly #now: () => number;
  #failing = false;
  #revisionOfTick: number | undefined;
  #isRevisionRead = false;

  constructor(options: PageCacheOptions) {
    const { maxBytes = DEFAULT_CACHE_BYTES, queue, now = Date.now, compression = new BackgroundCompressor() } = options;
    this.#options = options;
    this.#pages = new SegmentedCache(maxBytes);
    this.#ready = new ReadyPages(options.isOneOrigin ?? false, now);
    this.#renders = new SharedRenders(queue);
    this.#compressor = compression;
    this.#redirects = options.findRedirect && new KnownRedirects(options.findRedirect);
    this.#now = now;
  }

  /**
   * Responds to a GET for a page that was requested a few times, without parsing the request. Returns false, without a response, for any other
   * request. Call it only from the server's 'request' event (see `#readRevisionOfTick`).
   */
  serveReady(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const headers = readHeaders(request);
    const cached = this.#ready.find(headers.host, request.url as string);
    const { dictionaries } = this.#options;
    if (!cached || cached.revision !== this.#readRevisionOfTick()) return false;
    const ready = cached.page.readyResponse(headers, dictionaries);
    if (!ready) return false;
    cached.isUsed = true;
    this.#options.onServed?.('ready');
    this.#offerAsDictionary(cached.page, headers);
    sendPageResponse(ready, response);
    return true;
  }

  /**
   * Responds to a GET or HEAD for a page. Pages contain their own URL, so they are cached per `origin`. `client` is the client's network
   * address, if known. Rejects with the render's error (such as `RenderQueueFull` or `RenderTimeout`) if there is no stale page.
   */
  async serve(origin: string, request: IncomingMessage, response: ServerResponse, client?: string): Promise<void> {
    const url = request.url ?? '/';
    const resolved = (this.#options.resolve ?? resolvePage)(url);
    const redirect =
      !resolved || url.startsWith('/?') ? await this.#redirects?.find(origin, url, this.#readRevision()) : undefined;
    const moved = redirect ?? (!resolved || mayBeMoved.test(url) ? findMovedUrl(url) : undefined);
    if (moved || !resolved) {
      const shared = { 'content-length': 0, ...(this.#options.cdn && noStore) };
      if (moved) response.writeHead(301, { location: moved, 'cache-control': PUBLIC_PAGE, ...shared }).end();
      else response.writeHead(302, { location: notFoundPath(url), ...shared }).end();
      return;
    }
    const key = origin + resolved.canonicalUrl;
    const revision = this.#readRevision();
    const cached = this.#pages.get(key);
    const { page, outcome } =
      cached && cached.revision === revision
        ? { page: cached.page, outcome: 'ready' as const }
        : await this.#renew(key, resolved, revision, cached, { request, response, client });
    this.#options.onServed?.(outcome);
    const headers = readHeaders(request);
    const withDictionary = page.responseWithDictionary(headers, this.#options.dictionaries);
    const isPrepared = !withDictionary && (await page.prepare(headers, this.#compressor));
    const moreHeaders = toRawHeaders({
      ...(page.status === 301 && movedHeaders(page, url)),
      ...this.#cdnHeaders(resolved, revision, page, outcome),
    });
    this.#offerAsDictionary(page, headers);
    sendPageResponse(withDictionary ?? page.responseFor(headers), response, { isHead: request.method === 'HEAD', moreHeaders });
    if (page.uses > 1 && page.isCacheable && !withDictionary) void this.#recompress(key, page, headers);
    if (page.releaseIdentity() || isPrepared) this.#pages.updateSize(key, page);
    if (outcome === 'ready' && !this.#options.cdn) this.#makeReady(key, origin, page, request);
  }

  #offerAsDictionary({ offered }: Page, { keepsDictionaries }: ReadyHeaders): void {
    if (keepsDictionaries && offered) this.#options.dictionaries?.offer(offered);
  }

  /** Lets `serveReady` respond to further requests like this one. */
  #makeReady(key: string, origin: string, page: Page, { headers, url }: IncomingMessage): void {
    const cached = this.#pages.peek(key);
    if (cached?.page === page) this.#ready.add(headers.host ?? '', url as string, origin, cached);
  }

  /**
   * Headers for a CDN: it may keep a complete page of the latest revision, as of now. An older one must not reach it after the purge that
   * its revision's end has caused.
   */
  #cdnHeaders({ personal }: ResolvedPage, revision: number | undefined, page: Page, outcome: PageOutcome): OutgoingHttpHeaders {
    const { cdn } = this.#options;
    if (!cdn) return {};
    if (personal) return personalHeaders;
    if (page.status !== 200) return noStore;
    const isLatest = outcome !== 'stale' && revision !== undefined && cdn.confirmedRevision() === revision;
    return isLatest && page.isCacheable && page.isComplete ? cdnHeaders(cdn.ttlSeconds, page.keys || STORE_KEY) : {};
  }

  /** The first request gets quick compression; a page that is requested again is recompressed at the strong level. */
  async #recompress(key: string, page: Page, headers: ReadyHeaders): Promise<void> {
    if (await page.recompress(headers, this.#compressor)) this.#pages.updateSize(key, page);
  }

  get queuedCount(): number {
    return this.#renders.queuedCount;
  }

  close(): Promise<void> {
    return this.#compressor.close();
  }

  /** Undefined if it cannot be read: then the store is down, and no cached page is known to be valid. */
  #readRevision(): number | undefined {
    try {
      return this.#options.revision();
    } catch (error) {
      this.#reportFailure(error);
      return undefined;
    }
  }

  /**
   * The revision, read once for all requests that arrived together. A change between two of them has no client yet that knows of it: its own
   * response is sent in the same pass of the event loop.
   */
  #readRevisionOfTick(): number | undefined {
    if (this.#isRevisionRead) return this.#revisionOfTick;
    this.#revisionOfTick = this.#readRevision();
    this.#isRevisionRead = true;
    setImmediate(this.#forgetRevision);
    return this.#revisionOfTick;
  }

  readonly #forgetRevision = (): void => {
    this.#isRevisionRead = false;
  };

  /** Renders a missing or outdated page, once for all requests for it. */
  async #renew(
    key: string,
    resolved: ResolvedPage,
    revision: number | undefined,
    cached: CachedPage | undefined,
    { request, response, client }: Waiting,
  ): Promise<Served> {
    if (cached && cached.retryAt > this.#now()) return { page: cached.page, outcome: 'stale' };
    const isDocument = resolved.document;
    const timeoutMs = isDocument ? DOCUMENT_TIMEOUT_MS : cached ? STALE_RENDER_TIMEOUT_MS : RENDER_TIMEOUT_MS;
    const render = async (): Promise<Served> => {
      const served = await withRenderTimeout(timeoutMs, this.#render(key, resolved, revision, cached));
      // Here, so that the queue counts it as part of the render.
      const headers = readHeaders(request);
      const isPrepared = isDocument || served.page.findDictionary(headers, this.#options.dictionaries) !== undefined;
      if (!isPrepared && (await served.page.prepare(headers, this.#compressor))) this.#pages.updateSize(key, served.page);
      return served;
    };
    const recover = (error: unknown): Served => {
      if (!cached) throw error;
      if (!(error instanceof RenderQueueFull)) {
        cached.retryAt = this.#now() + RETRY_DELAY_MS;
        this.#reportFailure(error);
      }
      return { page: cached.page, outcome: 'stale' };
    };
    const isCached = cached !== undefined;
    return this.#renders.join({ key, revision, isDocument, isCached, client, render, recover }, response);
  }

  async #render(
    key: string,
    resolved: ResolvedPage,
    revision: number | undefined,
    cached: CachedPage | undefined,
  ): Promise<Served> {
    const response = await this.#options.render(key, cached?.page.dataTag);
    if (cached && response.status === 304) {
      if (revision !== undefined) cached.revision = revision;
      this.#failing = false;
      return { page: cached.page, outcome: 'unchanged' };
    }
    const page = await Page.of(response, {
      headers: this.#options.headers,
      usesDictionaries: this.#options.dictionaries !== undefined,
      dictionaryMatch: dictionaryMatchOf(resolved),
    });
    if (page.status >= 500) {
      if (cached) throw new Error(`${key} got status ${page.status}`);
      return { page, outcome: 'rendered' };
    }
    this.#failing = false;
    this.#store(key, page, revision, cached);
    return { page, outcome: 'rendered' };
  }

  /** Caches a rendered page in place of `previous`, unless a newer render has replaced that already. */
  #store(key: string, page: Page, revision: number | undefined, previous: CachedPage | undefined): void {
    if (!page.isCacheable || revision === undefined) return;
    if (revision !== this.#readRevision() && this.#pages.get(key) !== previous) return;
    // An incomplete page is valid for no revision, but is served as stale for a while instead of being rendered for every request.
    const validity = page.isComplete ? { revision, retryAt: 0 } : { revision: Number.NaN, retryAt: this.#now() + RETRY_DELAY_MS };
    this.#pages.set(key, { page, ...validity });
  }

  #reportFailure(error: unknown): void {
    if (!this.#failing) this.#options.onError?.(error);
    this.#failing = true;
  }
}
