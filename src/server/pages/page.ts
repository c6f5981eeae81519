import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { INCOMPLETE_PAGE_DATA, PAGE_DATA_HEADER } from '#lib/contract/page-data.ts';
import { type ContentCoding, preferredCoding } from '#server/http/accept-encoding.ts';
import { isCompressible } from '#server/http/compression.ts';
import type { BackgroundCompressor } from './background-compressor.ts';
import { type CompressionCoding, compressBody } from './compress-body.ts';

/** A larger document, such as a product feed, is compressed in the background and only at the quick level, in bytes. */
const LARGE_BYTES = 1024 * 1024;

/** Length of an entity tag in base64url characters of 6 bits. */
const ETAG_LENGTH = 22;

/** A rendered page with a compressed body for each requested coding. */
export class Page {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  /** Identifies the API replies that the page was rendered from, for revalidation; undefined if they cannot be checked. */
  readonly dataTag: string | undefined;
  /** Number of times the page was sent. */
  uses = 0;
  readonly #etag: string;
  readonly #bodies: Map<ContentCoding, Buffer>;
  readonly #recompressed = new Set<CompressionCoding>();
  readonly #compressing = new Map<CompressionCoding, Promise<void>>();
  /** Whether the page may be cached: status 200 or 404, no cookie, and no Cache-Control against it. */
  readonly isCacheable: boolean;
  /** Whether no API call failed during the render, so that nothing is missing. */
  readonly isComplete: boolean;

  private constructor(response: Response, body: Buffer) {
    const { [PAGE_DATA_HEADER]: data, 'content-length': _, ...headers } = Object.fromEntries(response.headers);
    this.status = response.status;
    this.headers = headers;
    if (!headers['cache-control'] && response.status === 200)
      this.headers['cache-control'] = 'public, max-age=0, must-revalidate';
    this.dataTag = data === INCOMPLETE_PAGE_DATA ? undefined : data;
    this.#etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, ETAG_LENGTH)}"`;
    this.#bodies = new Map([['identity', body]]);
    const isShared = !headers['set-cookie'] && !/no-store|private/.test(headers['cache-control'] ?? '');
    this.isCacheable = (response.status === 200 || response.status === 404) && isShared;
    this.isComplete = data !== INCOMPLETE_PAGE_DATA;
  }

  static async of(response: Response): Promise<Page> {
    return new Page(response, Buffer.from(await response.arrayBuffer()));
  }

  /** Size of all bodies in bytes. */
  get byteLength(): number {
    return [...this.#bodies.values()].reduce((sum, body) => sum + body.length, 0);
  }

  get #identity(): Buffer {
    return this.#bodies.get('identity') as Buffer;
  }

  get #isLarge(): boolean {
    return this.#identity.length >= LARGE_BYTES;
  }

  /** The coding for a request; `identity` if the page is not worth compressing. */
  #codingFor(request: IncomingMessage): ContentCoding {
    return isCompressible(String(this.headers['content-type'] ?? ''), this.#identity.length)
      ? preferredCoding(request.headers['accept-encoding'])
      : 'identity';
  }

  /** Creates a compressed body at the quick level: on this thread, or in the background for a large document. */
  async #compress(coding: CompressionCoding, compressor: BackgroundCompressor): Promise<void> {
    const compressed = this.#isLarge
      ? await compressor.compress(this.#identity, coding, 'quick')
      : compressBody(this.#identity, coding, 'quick');
    if (compressed) this.#bodies.set(coding, compressed);
  }

  /** Creates the compressed body for a request unless it exists; returns whether it did. Concurrent requests share one compression. */
  async prepare(request: IncomingMessage, compressor: BackgroundCompressor): Promise<boolean> {
    const coding = this.#codingFor(request);
    if (coding === 'identity' || this.#bodies.has(coding)) return false;
    const compressing = this.#compressing.get(coding) ?? this.#compress(coding, compressor);
    this.#compressing.set(coding, compressing);
    await compressing.finally(() => this.#compressing.delete(coding));
    return true;
  }

  /** Compresses the page once more at the strong level, in the background. Returns whether its body changed. */
  async recompress(request: IncomingMessage, compressor: BackgroundCompressor): Promise<boolean> {
    const coding = this.#codingFor(request);
    if (coding === 'identity' || this.#isLarge || this.#recompressed.has(coding)) return false;
    this.#recompressed.add(coding);
    const smaller = await compressor.compress(this.#identity, coding, 'strong');
    if (smaller) this.#bodies.set(coding, smaller);
    else this.#recompressed.delete(coding);
    return smaller !== undefined;
  }

  /** Sends the page; 304 if the client's copy is current. */
  write(request: IncomingMessage, response: ServerResponse): void {
    this.uses += 1;
    const preferred = this.#codingFor(request);
    const coding = this.#bodies.has(preferred) ? preferred : 'identity';
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
