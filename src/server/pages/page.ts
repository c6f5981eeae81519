import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { INCOMPLETE_PAGE_DATA, PAGE_DATA_HEADER } from '#lib/contract/page-data.ts';
import { type ContentCoding, preferredCoding } from '#server/http/accept-encoding.ts';
import type { BackgroundCompressor } from './background-compressor.ts';
import { type CompressionCoding, compressBody } from './compress-body.ts';

/** From so many bytes on, a document such as a product feed is compressed beside the event loop, and only once. */
const LARGE = 1024 * 1024;

/** Smaller bodies are not worth compressing, in bytes. */
const SMALL = 256;

const compressible = /^(text\/|application\/(xml|json|rss|manifest)|image\/svg)/;

/** One rendered page: its body, and a smaller one for each coding that has been asked for. */
export class Page {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  /** Names the store's replies that the page was rendered from, when they can be checked. */
  readonly dataTag: string | undefined;
  /** How often the page was written. */
  uses = 0;
  readonly #etag: string;
  readonly #bodies: Map<ContentCoding, Buffer>;
  readonly #shrunk = new Set<CompressionCoding>();
  readonly #compressing = new Map<CompressionCoding, Promise<void>>();
  /** Whether others may be given the page: it is a page or Page Not Found, carries no cookie, and says nothing against it. */
  readonly isCacheable: boolean;
  /** Whether nothing is missing in it because a call failed. */
  readonly isComplete: boolean;

  private constructor(response: Response, body: Buffer) {
    const { [PAGE_DATA_HEADER]: data, 'content-length': _, ...headers } = Object.fromEntries(response.headers);
    this.status = response.status;
    this.headers = headers;
    if (!headers['cache-control'] && response.status === 200)
      this.headers['cache-control'] = 'public, max-age=0, must-revalidate';
    this.dataTag = data === INCOMPLETE_PAGE_DATA ? undefined : data;
    this.#etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    this.#bodies = new Map([['identity', body]]);
    const isShared = !headers['set-cookie'] && !/no-store|private/.test(headers['cache-control'] ?? '');
    this.isCacheable = (response.status === 200 || response.status === 404) && isShared;
    this.isComplete = data !== INCOMPLETE_PAGE_DATA;
  }

  static async of(response: Response): Promise<Page> {
    return new Page(response, Buffer.from(await response.arrayBuffer()));
  }

  /** Bytes of all its bodies. */
  get byteLength(): number {
    return [...this.#bodies.values()].reduce((sum, body) => sum + body.length, 0);
  }

  get #identity(): Buffer {
    return this.#bodies.get('identity') as Buffer;
  }

  get #isLarge(): boolean {
    return this.#identity.length >= LARGE;
  }

  /** The coding in which a request gets the page, as far as the page is worth compressing. */
  #codingFor(request: IncomingMessage): ContentCoding {
    const worthIt = this.#identity.length > SMALL && compressible.test(String(this.headers['content-type'] ?? ''));
    return worthIt ? preferredCoding(request.headers['accept-encoding']) : 'identity';
  }

  /** Makes a body that is not there yet: quickly on this thread, or beside the loop where the document is large. */
  async #compress(coding: CompressionCoding, strong: BackgroundCompressor): Promise<void> {
    const compressed = this.#isLarge
      ? await strong.compress(this.#identity, coding, 'quick')
      : compressBody(this.#identity, coding, 'quick');
    if (compressed) this.#bodies.set(coding, compressed);
  }

  /** Makes the body that a request wants; returns whether that was needed. Large documents are compressed once for all who wait. */
  async prepare(request: IncomingMessage, strong: BackgroundCompressor): Promise<boolean> {
    const coding = this.#codingFor(request);
    if (coding === 'identity' || this.#bodies.has(coding)) return false;
    const underWay = this.#compressing.get(coding) ?? this.#compress(coding, strong);
    this.#compressing.set(coding, underWay);
    await underWay.finally(() => this.#compressing.delete(coding));
    return true;
  }

  /** Makes the body of a page that is asked for again as small as it gets, beside the event loop. Returns whether it changed. */
  async recompress(request: IncomingMessage, strong: BackgroundCompressor): Promise<boolean> {
    const coding = this.#codingFor(request);
    if (coding === 'identity' || this.#isLarge || this.#shrunk.has(coding)) return false;
    this.#shrunk.add(coding);
    const smaller = await strong.compress(this.#identity, coding, 'strong');
    if (smaller) this.#bodies.set(coding, smaller);
    else this.#shrunk.delete(coding);
    return smaller !== undefined;
  }

  /** Writes the page; 304 to a visitor who has it already. */
  write(request: IncomingMessage, response: ServerResponse): void {
    this.uses += 1;
    const wanted = this.#codingFor(request);
    const coding = this.#bodies.has(wanted) ? wanted : 'identity';
    const body = this.#bodies.get(coding) as Buffer;
    for (const [name, value] of Object.entries(this.headers)) if (value !== undefined) response.setHeader(name, value);
    response.setHeader('vary', 'accept-encoding');
    if (this.status === 200) {
      response.setHeader('etag', this.#etag);
      if (request.headers['if-none-match']?.includes(this.#etag)) {
        response.writeHead(304).end();
        return;
      }
    }
    if (coding !== 'identity') response.setHeader('content-encoding', coding);
    response.setHeader('content-length', body.length);
    response.writeHead(this.status);
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}
