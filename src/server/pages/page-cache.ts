import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageOutcome } from '#api/metrics.ts';
import { notFoundPath, type ResolvedPage, resolvePage } from '#lib/rules/routes/resolve.ts';
import { BackgroundCompressor } from './background-compressor.ts';
import { type CachedPage, PageLruCache } from './lru-cache.ts';
import { Page } from './page.ts';
import { RenderQueue, RenderQueueFull, type RenderQueueOptions } from './render-queue.ts';
import { withRenderTimeout } from './render-timeout.ts';

/** Renders the page at an absolute URL. `known` is the data tag of a cached page (see contract/page-data.ts), for which it may answer 304. */
export type RenderPage = (url: string, known?: string) => Promise<Response>;

export interface PageCacheOptions {
  render: RenderPage;
  /** Revision of the data that pages show; when it changes, pages are revalidated. Read on each request, so it must be cheap. */
  revision: () => number;
  /** Size limit of the cache in bytes. */
  maxBytes?: number;
  /** Called for each page served. */
  onServed?: (outcome: PageOutcome) => void;
  /** Called with the first error of a series of failed renders; again only after a render has succeeded. */
  onError?: (error: unknown) => void;
  /** Resolves a request's URL to a page. */
  resolve?: (url: string) => ResolvedPage | undefined;
  queue?: RenderQueueOptions;
  /** Clock in milliseconds. */
  now?: () => number;
  compression?: BackgroundCompressor;
}

/** A render in progress, shared by all requests for the page. */
interface PendingRender {
  revision: number | undefined;
  done: Promise<Served>;
  /** Number of requests that wait for it; the render is aborted at zero. */
  waiting: number;
  abort: AbortController;
}

interface Served {
  page: Page;
  outcome: PageOutcome;
}

const DEFAULT_CACHE_BYTES = 64 * 1024 * 1024;

/** Render timeouts in milliseconds: of a page, of one with a stale copy to fall back to, and of a document such as a feed. */
const RENDER_TIMEOUT_MS = 9000;
const STALE_RENDER_TIMEOUT_MS = 3000;
const DOCUMENT_TIMEOUT_MS = 120_000;

/** After a failed render, the stale page is served for this time before a retry, in milliseconds. */
const RETRY_DELAY_MS = 2000;

/**
 * LRU cache of rendered and compressed pages, which are the same for every shopper. An entry is valid for one catalogue revision; after
 * that it is revalidated or rendered again, and served stale if this fails.
 */
export class PageCache {
  readonly #pages: PageLruCache;
  readonly #pending = new Map<string, PendingRender>();
  readonly #queue: RenderQueue;
  readonly #documentQueue: RenderQueue;
  readonly #compressor: BackgroundCompressor;
  readonly #options: PageCacheOptions;
  readonly #now: () => number;
  #failing = false;

  constructor(options: PageCacheOptions) {
    const { maxBytes = DEFAULT_CACHE_BYTES, queue, now = Date.now, compression = new BackgroundCompressor() } = options;
    this.#options = options;
    this.#pages = new PageLruCache(maxBytes);
    this.#queue = new RenderQueue(queue);
    this.#documentQueue = new RenderQueue({ ...queue, maxConcurrent: 1 });
    this.#compressor = compression;
    this.#now = now;
  }

  /**
   * Answers a GET or HEAD for a page. Pages contain their own URL, so they are cached per `origin`. `client` is the client's network
   * address, if known. Rejects with the render's error (such as `RenderQueueFull` or `RenderTimeout`) if there is no stale page.
   */
  async serve(origin: string, request: IncomingMessage, response: ServerResponse, client?: string): Promise<void> {
    const resolved = (this.#options.resolve ?? resolvePage)(request.url ?? '/');
    if (!resolved) {
      response.writeHead(302, { location: notFoundPath(request.url ?? '/'), 'content-length': 0 }).end();
      return;
    }
    const key = origin + resolved.canonicalUrl;
    const revision = this.#readRevision();
    const cached = this.#pages.get(key);
    const { page, outcome } =
      cached && cached.revision === revision
        ? { page: cached.page, outcome: 'ready' as const }
        : await this.#renew(key, resolved, revision, cached, response, client);
    this.#options.onServed?.(outcome);
    if (await page.prepare(request, this.#compressor)) this.#pages.updateSize(key, page);
    page.write(request, response);
    if (page.uses > 1 && page.isCacheable) void this.#recompress(key, page, request);
  }

  /** The first request gets quick compression; a page that is requested again is recompressed at the strong level. */
  async #recompress(key: string, page: Page, request: IncomingMessage): Promise<void> {
    if (await page.recompress(request, this.#compressor)) this.#pages.updateSize(key, page);
  }

  /** Number of queued renders. */
  get queuedCount(): number {
    return this.#queue.queuedCount + this.#documentQueue.queuedCount;
  }

  /** Stops the compressor. */
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

  /** Renders a missing or outdated page. Requests for the same page share one render, which is aborted if all of them disconnect. */
  async #renew(
    key: string,
    { document }: ResolvedPage,
    revision: number | undefined,
    cached: CachedPage | undefined,
    response: ServerResponse,
    client: string | undefined,
  ): Promise<Served> {
    if (cached && cached.retryAt > this.#now()) return { page: cached.page, outcome: 'stale' };
    const pending = this.#pending.get(key);
    const render =
      pending?.revision === revision && pending ? pending : this.#startRender(key, document, revision, cached, client);
    render.waiting += 1;
    const disconnect = (): void => {
      render.waiting -= 1;
      if (render.waiting === 0) render.abort.abort();
    };
    response.once('close', disconnect);
    try {
      return await render.done;
    } finally {
      response.off('close', disconnect);
    }
  }

  #startRender(
    key: string,
    isDocument: boolean,
    revision: number | undefined,
    cached: CachedPage | undefined,
    client: string | undefined,
  ): PendingRender {
    const abort = new AbortController();
    const queue = isDocument ? this.#documentQueue : this.#queue;
    const timeoutMs = isDocument ? DOCUMENT_TIMEOUT_MS : cached ? STALE_RENDER_TIMEOUT_MS : RENDER_TIMEOUT_MS;
    const done = queue
      .run(() => withRenderTimeout(timeoutMs, this.#render(key, revision, cached)), {
        client,
        isCached: cached !== undefined,
        signal: abort.signal,
      })
      .catch((error: unknown): Served => {
        if (!cached || abort.signal.aborted) throw error;
        if (!(error instanceof RenderQueueFull)) {
          cached.retryAt = this.#now() + RETRY_DELAY_MS;
          this.#reportFailure(error);
        }
        return { page: cached.page, outcome: 'stale' };
      })
      .finally(() => {
        if (this.#pending.get(key) === render) this.#pending.delete(key);
      });
    const render: PendingRender = { revision, done, waiting: 0, abort };
    this.#pending.set(key, render);
    return render;
  }

  async #render(key: string, revision: number | undefined, cached: CachedPage | undefined): Promise<Served> {
    const response = await this.#options.render(key, cached?.page.dataTag);
    if (cached && response.status === 304) {
      if (revision !== undefined) cached.revision = revision;
      this.#failing = false;
      return { page: cached.page, outcome: 'unchanged' };
    }
    const page = await Page.of(response);
    if (page.status >= 500) {
      if (cached) throw new Error(`${key} was answered ${page.status}`);
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
