import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { compressAside, compressHard, compressQuickly } from './compress.ts';
import { type ContentCoding, preferredCoding } from './encoding.ts';

/** One rendered page, ready to be written: a buffer for each encoding that has been asked for. */
interface Page {
  status: number;
  headers: OutgoingHttpHeaders;
  etag: string;
  bodies: Map<ContentCoding, Buffer>;
  bytes: number;
}

/** Renders a page that is not in the cache, by its absolute address. */
export type RenderPage = (url: string) => Promise<Response>;

export interface PageCacheOptions {
  render: RenderPage;
  /** What the pages were rendered from; when it changes, every page is rendered anew. Asked on each request, so it must be cheap. */
  revision: () => number;
  /** Bytes of ready pages to keep; the least recently used go first. */
  maxBytes?: number;
  /** Told of each page that is served, whether it was ready or had to be rendered. */
  served?: (outcome: 'ready' | 'rendered') => void;
}

/**
 * From so many bytes on, a document such as a product feed is compressed beside the event loop, and once is enough: the smallest
 * compression would keep a processor busy for minutes.
 */
const LARGE = 1024 * 1024;

/** Query parameters that say where a visitor came from and never change a page. */
const tracking = /^(utm_\w+|gclid|fbclid|gbraid|wbraid|msclkid|mc_\w+|_ga)$/;

/** The same page under one name: parameters sorted, tracking and empty ones dropped. */
export function pageKey(url: string): string {
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  const query = [...new URLSearchParams(url.slice(mark + 1))].filter(([name, value]) => value !== '' && !tracking.test(name));
  query.sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1));
  return query.length > 0 ? `${url.slice(0, mark)}?${new URLSearchParams(query)}` : url.slice(0, mark);
}

/**
 * Holds pages as compressed buffers, so that a page is rendered and compressed once per catalogue revision and then only written.
 * Pages are the same for every shopper; nothing that carries a cookie or is not a success is kept.
 */
export class PageCache {
  readonly #pages = new Map<string, Page>();
  readonly #rendering = new Map<string, Promise<Page>>();
  readonly #render: RenderPage;
  readonly #currentRevision: () => number;
  readonly #maxBytes: number;
  readonly #served: (outcome: 'ready' | 'rendered') => void;
  #revision = Number.NaN;
  #bytes = 0;

  constructor({ render, revision, maxBytes = 64 * 1024 * 1024, served = () => undefined }: PageCacheOptions) {
    this.#render = render;
    this.#currentRevision = revision;
    this.#maxBytes = maxBytes;
    this.#served = served;
  }

  /** Answers a GET or HEAD for a page. Pages name their own address, so each `origin` has its own. */
  async serve(origin: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#forgetOldRevision();
    const key = origin + pageKey(request.url ?? '/');
    const ready = this.#pages.get(key);
    this.#served(ready ? 'ready' : 'rendered');
    const page = ready ?? (await this.#renderOnce(key));
    if (this.#pages.has(key)) this.#touch(key, page);
    write(page, request, response);
  }

  #forgetOldRevision(): void {
    const revision = this.#currentRevision();
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.#pages.clear();
    this.#rendering.clear();
    this.#bytes = 0;
  }

  /** Many requests for the same missing page wait for one rendering. */
  #renderOnce(key: string): Promise<Page> {
    const underWay = this.#rendering.get(key);
    if (underWay) return underWay;
    const revision = this.#revision;
    const rendering = this.#renderPage(key)
      .then((page) => {
        if (page.status === 200 && revision === this.#revision) this.#keep(key, page);
        return page;
      })
      .finally(() => {
        if (this.#rendering.get(key) === rendering) this.#rendering.delete(key);
      });
    this.#rendering.set(key, rendering);
    return rendering;
  }

  async #renderPage(key: string): Promise<Page> {
    const response = await this.#render(key);
    const body = Buffer.from(await response.arrayBuffer());
    const headers: OutgoingHttpHeaders = Object.fromEntries(response.headers);
    delete headers['content-length'];
    if (!headers['cache-control'] && response.status === 200) headers['cache-control'] = 'public, max-age=0, must-revalidate';
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const bodies = new Map<ContentCoding, Buffer>([['identity', body]]);
    const compressible = /^(text\/|application\/(xml|json|rss|manifest)|image\/svg)/.test(String(headers['content-type'] ?? ''));
    if (compressible && body.length > 256) {
      const compressed = body.length < LARGE ? compressQuickly(body) : await compressAside(body);
      for (const [coding, smaller] of compressed) bodies.set(coding, smaller);
    }
    return { status: response.status, headers, etag, bodies, bytes: sizeOf(bodies) };
  }

  #keep(key: string, page: Page): void {
    if (page.headers['set-cookie'] || /no-store|private/.test(String(page.headers['cache-control']))) return;
    this.#pages.set(key, page);
    this.#bytes += page.bytes;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
    if (page.bodies.has('br') && !isLarge(page)) void this.#shrink(key, page);
  }

  /** The first visitor gets a quick compression; those after get the smallest one, made beside the event loop. */
  async #shrink(key: string, page: Page): Promise<void> {
    const body = page.bodies.get('identity') as Buffer;
    const smaller = await compressHard(body);
    if (this.#pages.get(key) !== page) return;
    this.#bytes -= page.bytes;
    page.bodies.set('br', smaller);
    page.bytes = sizeOf(page.bodies);
    this.#bytes += page.bytes;
  }

  #touch(key: string, page: Page): void {
    this.#pages.delete(key);
    this.#pages.set(key, page);
  }

  #drop(key: string): void {
    this.#bytes -= this.#pages.get(key)?.bytes ?? 0;
    this.#pages.delete(key);
  }
}

const isLarge = ({ bodies }: Page): boolean => (bodies.get('identity')?.length ?? 0) >= LARGE;

const sizeOf = (bodies: Map<ContentCoding, Buffer>): number => [...bodies.values()].reduce((sum, body) => sum + body.length, 0);

function write(page: Page, request: IncomingMessage, response: ServerResponse): void {
  const wanted = preferredCoding(request.headers['accept-encoding']);
  const coding = page.bodies.has(wanted) ? wanted : 'identity';
  const body = page.bodies.get(coding) as Buffer;
  for (const [name, value] of Object.entries(page.headers)) if (value !== undefined) response.setHeader(name, value);
  response.setHeader('vary', 'accept-encoding');
  if (page.status === 200) {
    response.setHeader('etag', page.etag);
    if (request.headers['if-none-match']?.includes(page.etag)) {
      response.writeHead(304).end();
      return;
    }
  }
  if (coding !== 'identity') response.setHeader('content-encoding', coding);
  response.setHeader('content-length', body.length);
  response.writeHead(page.status);
  response.end(request.method === 'HEAD' ? undefined : body);
}
