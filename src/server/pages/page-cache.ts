import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageOutcome } from '#api/metrics.ts';
import { notFoundPath, type ResolvedPage, resolvePage } from '#lib/rules/routes/resolve.ts';
import { BackgroundCompressor } from './background-compressor.ts';
import { type CachedPage, PageLruCache } from './lru-cache.ts';
import { Page } from './page.ts';
import { RenderQueue, RenderQueueFull, type RenderQueueOptions } from './render-queue.ts';
import { withRenderTimeout } from './render-timeout.ts';

/**
 * Renders the page at an absolute address. `known` names the data of a page that is there already (see contract/page-data.ts): the
 * answer may then be 304.
 */
export type RenderPage = (url: string, known?: string) => Promise<Response>;

export interface PageCacheOptions {
  render: RenderPage;
  /** What the pages were rendered from; when it changes, pages are checked or rendered anew. Asked on each request, so it must be cheap. */
  revision: () => number;
  /** Bytes of pages to keep; the least recently used go first. */
  maxBytes?: number;
  /** Called with each page that is served. */
  onServed?: (outcome: PageOutcome) => void;
  /** Called when pages begin to be served stale, with what is wrong; once, until a page can be rendered again. */
  onError?: (error: unknown) => void;
  /** Finds the page that an address asks for. */
  resolve?: (url: string) => ResolvedPage | undefined;
  queue?: RenderQueueOptions;
  /** Milliseconds of a clock. */
  now?: () => number;
  compression?: BackgroundCompressor;
}

/** A rendering of a page, and those who wait for it. */
interface Rendering {
  revision: number | undefined;
  done: Promise<Served>;
  waiting: number;
  abandon: AbortController;
}

interface Served {
  page: Page;
  outcome: PageOutcome;
}

/** A page that is not rendered within this time is given up; sooner, when there is a stale one. In milliseconds. */
const RENDER_WITHIN_MS = 9000;
const RENDER_WITHIN_MS_IF_STALE = 3000;
const DOCUMENT_WITHIN_MS = 120_000;

/** After a failure, a stale page is served for so long before it is tried again, in milliseconds. */
const RETRY_MS = 2000;

/**
 * Holds pages as compressed buffers, so that a page is rendered and compressed once and then only written. Pages are the same for every
 * shopper. When the catalogue's revision changes, each page is checked or rendered anew before it is served again; the former one stays
 * for the case that this fails.
 */
export class PageCache {
  readonly #pages: PageLruCache;
  readonly #renderings = new Map<string, Rendering>();
  readonly #queue: RenderQueue;
  readonly #documents: RenderQueue;
  readonly #compression: BackgroundCompressor;
  readonly #options: PageCacheOptions;
  readonly #now: () => number;
  #failing = false;

  constructor(options: PageCacheOptions) {
    const { maxBytes = 64 * 1024 * 1024, queue, now = Date.now, compression = new BackgroundCompressor() } = options;
    this.#options = options;
    this.#pages = new PageLruCache(maxBytes);
    this.#queue = new RenderQueue(queue);
    this.#documents = new RenderQueue({ ...queue, maxConcurrent: 1 });
    this.#compression = compression;
    this.#now = now;
  }

  /**
   * Answers a GET or HEAD for a page. Pages name their own address, so each `origin` has its own. `client` is the visitor's network
   * address, if known. Rejects with what kept the page from being rendered (`RenderQueueFull` among it) when there is no stale one.
   */
  async serve(origin: string, request: IncomingMessage, response: ServerResponse, client?: string): Promise<void> {
    const resolved = (this.#options.resolve ?? resolvePage)(request.url ?? '/');
    if (!resolved) {
      response.writeHead(302, { location: notFoundPath(request.url ?? '/'), 'content-length': 0 }).end();
      return;
    }
    const key = origin + resolved.address;
    const revision = this.#readRevision();
    const kept = this.#pages.get(key);
    const { page, outcome } =
      kept && kept.revision === revision
        ? { page: kept.page, outcome: 'ready' as const }
        : await this.#renew(key, resolved, revision, kept, response, client);
    this.#options.onServed?.(outcome);
    if (await page.prepare(request, this.#compression)) this.#pages.updateSize(key, page);
    page.write(request, response);
    if (page.uses > 1 && page.isCacheable) void this.#shrink(key, page, request);
  }

  /** The first visitor gets a quick compression; pages that are asked for again get the smallest one. */
  async #shrink(key: string, page: Page, request: IncomingMessage): Promise<void> {
    if (await page.recompress(request, this.#compression)) this.#pages.updateSize(key, page);
  }

  /** How many renderings wait to begin. */
  get queuedCount(): number {
    return this.#queue.queuedCount + this.#documents.queuedCount;
  }

  /** Stops the compression. */
  close(): Promise<void> {
    return this.#compression.close();
  }

  /** Undefined when it cannot be read: the store is down then, and no page can be called right. */
  #readRevision(): number | undefined {
    try {
      return this.#options.revision();
    } catch (error) {
      this.#reportFailure(error);
      return undefined;
    }
  }

  /** A page that is not there, or no longer right. Many requests for it wait for one rendering; one that nobody waits for is not begun. */
  async #renew(
    key: string,
    { document }: ResolvedPage,
    revision: number | undefined,
    kept: CachedPage | undefined,
    response: ServerResponse,
    client: string | undefined,
  ): Promise<Served> {
    if (kept && kept.retryAt > this.#now()) return { page: kept.page, outcome: 'stale' };
    const underWay = this.#renderings.get(key);
    const rendering = underWay?.revision === revision && underWay ? underWay : this.#begin(key, document, revision, kept, client);
    rendering.waiting += 1;
    const leave = (): void => {
      rendering.waiting -= 1;
      if (rendering.waiting === 0) rendering.abandon.abort();
    };
    response.once('close', leave);
    try {
      return await rendering.done;
    } finally {
      response.off('close', leave);
    }
  }

  #begin(
    key: string,
    document: boolean,
    revision: number | undefined,
    kept: CachedPage | undefined,
    client: string | undefined,
  ): Rendering {
    const abandon = new AbortController();
    const queue = document ? this.#documents : this.#queue;
    const limit = document ? DOCUMENT_WITHIN_MS : kept ? RENDER_WITHIN_MS_IF_STALE : RENDER_WITHIN_MS;
    const done = queue
      .run(() => withRenderTimeout(limit, this.#render(key, revision, kept)), {
        client,
        isCached: kept !== undefined,
        signal: abandon.signal,
      })
      .catch((error: unknown): Served => {
        if (!kept || abandon.signal.aborted) throw error;
        if (!(error instanceof RenderQueueFull)) {
          kept.retryAt = this.#now() + RETRY_MS;
          this.#reportFailure(error);
        }
        return { page: kept.page, outcome: 'stale' };
      })
      .finally(() => {
        if (this.#renderings.get(key) === rendering) this.#renderings.delete(key);
      });
    const rendering: Rendering = { revision, done, waiting: 0, abandon };
    this.#renderings.set(key, rendering);
    return rendering;
  }

  async #render(key: string, revision: number | undefined, kept: CachedPage | undefined): Promise<Served> {
    const response = await this.#options.render(key, kept?.page.dataTag);
    if (kept && response.status === 304) {
      if (revision !== undefined) kept.revision = revision;
      this.#failing = false;
      return { page: kept.page, outcome: 'unchanged' };
    }
    const page = await Page.of(response);
    if (page.status >= 500) {
      if (kept) throw new Error(`${key} was answered ${page.status}`);
      return { page, outcome: 'rendered' };
    }
    this.#failing = false;
    this.#keep(key, page, revision, kept);
    return { page, outcome: 'rendered' };
  }

  /** Keeps a page that was rendered in place of `former`. One for an older revision must not push out a newer one. */
  #keep(key: string, page: Page, revision: number | undefined, former: CachedPage | undefined): void {
    if (!page.isCacheable || revision === undefined) return;
    if (revision !== this.#readRevision() && this.#pages.get(key) !== former) return;
    // A page in which something is missing is not right for any revision, but is not rendered for every visitor either.
    const until = page.isComplete ? { revision, retryAt: 0 } : { revision: Number.NaN, retryAt: this.#now() + RETRY_MS };
    this.#pages.set(key, { page, ...until });
  }

  #reportFailure(error: unknown): void {
    if (!this.#failing) this.#options.onError?.(error);
    this.#failing = true;
  }
}
