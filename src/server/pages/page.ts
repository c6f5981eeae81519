import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { PAGE_AS_DICTIONARY, PAGE_IN_VERSIONS, PUBLIC_PAGE } from '#api/services/cache-control.ts';
import { INCOMPLETE_PAGE_DATA, PAGE_DATA_HEADER } from '#lib/rules/http/page-data-headers.ts';
import { SURROGATE_KEY_HEADER } from '#lib/rules/http/surrogate-keys.ts';
import { allowsCoding, type ContentCoding, preferredCoding } from '#server/http/accept-encoding.ts';
import { isCompressible } from '#server/http/compression.ts';
import type { BackgroundCompressor } from './background-compressor.ts';
import { type CompressionCoding, compressBody } from './compress-body.ts';
import { canBeDictionary, compressWithDictionary, type Dictionary } from './compress-with-dictionary.ts';
import { type Dictionaries, OfferedDictionary } from './offered-dictionaries.ts';
import { LARGE_BYTES, PageBodies } from './page-bodies.ts';
import { createPageResponse, notModifiedHeaders, type PageResponse } from './page-response.ts';
import type { ReadyHeaders } from './request-headers.ts';

/** Length of an entity tag in base64url characters of 6 bits. */
const ETAG_LENGTH = 22;

/** Creates the entity tag of a page from the hash of its body and its headers, which a 304 does not repeat. */
function createEtag(bodyHash: Buffer, headers: OutgoingHttpHeaders): string {
  const hash = createHash('sha256').update(bodyHash).update(JSON.stringify(headers));
  return `"${hash.digest('base64url').slice(0, ETAG_LENGTH)}"`;
}

/** Headers of a page that depends on the client's dictionary. */
const comparedHeaders = { vary: 'accept-encoding, available-dictionary' };

/** The same for a page that browsers do not keep as a dictionary: its versions are those for each dictionary. */
const privateHeaders = { 'cache-control': PAGE_IN_VERSIONS, ...comparedHeaders };

/** Headers of a page that browsers keep as the dictionary for pages at paths that match. */
const dictionaryHeaders = (match: string) => ({
  'cache-control': PAGE_AS_DICTIONARY,
  'use-as-dictionary': `match="${match}", match-dest=("document")`,
  ...comparedHeaders,
});

export interface PageOptions {
  /** Headers that are sent with the page, unless it has its own. */
  headers?: OutgoingHttpHeaders | undefined;
  /** Whether clients may get the page compressed with a dictionary. Only for pages that are the same for everyone. */
  usesDictionaries?: boolean | undefined;
  /** With `usesDictionaries`: pattern of the paths for which browsers keep the page as a dictionary; without it they do not. */
  dictionaryMatch?: string | undefined;
}

/** A rendered page with a compressed body for each requested coding. */
export class Page {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  /** Identifies the API replies that the page was rendered from, for revalidation; undefined if they cannot be checked. */
  readonly dataTag: string | undefined;
  /** Surrogate keys of what the page shows, joined by spaces; empty unless a CDN is in front. */
  readonly keys: string;
  /** The page as a dictionary for others; undefined if it must not be one. */
  readonly offered: OfferedDictionary | undefined;
  uses = 0;
  readonly #etag: string;
  readonly #dictionaryHeaders: OutgoingHttpHeaders | undefined;
  readonly #bodies: PageBodies;
  /** Responses that were sent, by coding, until the body changes. */
  readonly #responses = new Map<ContentCoding, PageResponse>();
  /** The same for browsers that keep the page as a dictionary. */
  readonly #offeringResponses = new Map<ContentCoding, PageResponse>();
  /** 304 without and with the headers for dictionaries. */
  readonly #notModifiedResponses = new Map<boolean, PageResponse>();
  readonly #isCompressible: boolean;
  readonly #recompressed = new Set<CompressionCoding>();
  readonly #compressing = new Map<CompressionCoding, Promise<void>>();
  /** Whether the page may be cached: status 200 or 404, no cookie, and no Cache-Control against it. */
  readonly isCacheable: boolean;
  /** Whether no API call failed during the render, so that nothing is missing. */
  readonly isComplete: boolean;

  private constructor(response: Response, body: Buffer, options: PageOptions) {
    const {
      [PAGE_DATA_HEADER]: data,
      [SURROGATE_KEY_HEADER]: keys = '',
      'content-length': _,
      ...headers
    } = Object.fromEntries(response.headers);
    this.status = response.status;
    this.headers = { ...options.headers, ...headers };
    this.keys = keys;
    if (!headers['cache-control'] && response.status === 200) this.headers['cache-control'] = PUBLIC_PAGE;
    this.dataTag = data === INCOMPLETE_PAGE_DATA ? undefined : data;
    const hash = createHash('sha256').update(body).digest();
    this.#etag = createEtag(hash, this.headers);
    this.#bodies = new PageBodies(body);
    const isShared = !headers['set-cookie'] && !/no-store|private/.test(headers['cache-control'] ?? '');
    this.isCacheable = (response.status === 200 || response.status === 404) && isShared;
    this.isComplete = data !== INCOMPLETE_PAGE_DATA;
    const type = headers['content-type'] ?? '';
    this.#isCompressible = isCompressible(type, body.length);
    const isPublic = this.isCacheable && response.status === 200 && !headers['cache-control'];
    if (options.usesDictionaries && isPublic && this.#isCompressible && type.startsWith('text/html') && canBeDictionary(body)) {
      const { dictionaryMatch } = options;
      this.#dictionaryHeaders = dictionaryMatch ? dictionaryHeaders(dictionaryMatch) : privateHeaders;
      if (dictionaryMatch) this.offered = new OfferedDictionary(hash, () => this.#bodies.readIdentity());
    }
  }

  static async of(response: Response, options: PageOptions = {}): Promise<Page> {
    return new Page(response, Buffer.from(await response.arrayBuffer()), options);
  }

  get byteLength(): number {
    return this.#bodies.byteLength;
  }

  /** A large document is compressed in the background and only at the quick level. */
  get #isLarge(): boolean {
    return this.#bodies.identityBytes >= LARGE_BYTES;
  }

  /** The coding for a request; `identity` if the page is not worth compressing. */
  #codingFor(acceptEncoding: string | undefined): ContentCoding {
    return this.#isCompressible ? preferredCoding(acceptEncoding) : 'identity';
  }

  #setBody(coding: CompressionCoding, body: Buffer): void {
    this.#bodies.set(coding, body);
    this.#responses.delete(coding);
    this.#offeringResponses.delete(coding);
  }

  #isUnchangedFor({ ifNoneMatch }: ReadyHeaders): boolean {
    return this.status === 200 && ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || ifNoneMatch.includes(this.#etag));
  }

  /** Creates a compressed body at the quick level: on this thread, or in the background for a large document. */
  async #compress(coding: CompressionCoding, compressor: BackgroundCompressor): Promise<void> {
    const compressed = this.#isLarge
      ? await compressor.compress(this.#bodies.readIdentity(), coding, 'quick')
      : compressBody(this.#bodies.readIdentity(), coding, 'quick');
    if (compressed) this.#setBody(coding, compressed);
  }

  /** Creates the compressed body for a request unless it exists; returns whether it did. Concurrent requests share one compression. */
  async prepare(headers: ReadyHeaders, compressor: BackgroundCompressor): Promise<boolean> {
    if (this.#isUnchangedFor(headers)) return false;
    const coding = this.#codingFor(headers.acceptEncoding);
    if (this.#bodies.has(coding)) return false;
    if (coding === 'identity') {
      this.#bodies.keepIdentity();
      return true;
    }
    const compressing = this.#compressing.get(coding) ?? this.#compress(coding, compressor);
    this.#compressing.set(coding, compressing);
    await compressing.finally(() => this.#compressing.delete(coding));
    return true;
  }

  /** Compresses the page again at the strong level, in the background. Returns whether its body changed. */
  async recompress(headers: ReadyHeaders, compressor: BackgroundCompressor): Promise<boolean> {
    // Before the body is decompressed in vain, on each request while the queue is full.
    if (!compressor.isAccepting) return false;
    const coding = this.#codingFor(headers.acceptEncoding);
    if (coding === 'identity' || this.#isLarge || this.#recompressed.has(coding)) return false;
    this.#recompressed.add(coding);
    const smaller = await compressor.compress(this.#bodies.readIdentity(), coding, 'strong');
    if (smaller) this.#setBody(coding, smaller);
    else this.#recompressed.delete(coding);
    return smaller !== undefined;
  }

  /** The response for a client for which no stronger body is to be made, or already is; undefined if there is none. */
  readyResponse(headers: ReadyHeaders, dictionaries?: Dictionaries): PageResponse | undefined {
    if (this.#isUnchangedFor(headers)) return this.responseFor(headers);
    const withDictionary = this.responseWithDictionary(headers, dictionaries);
    if (withDictionary) return withDictionary;
    const coding = this.#codingFor(headers.acceptEncoding);
    if (!this.#bodies.has(coding) || !(coding === 'identity' || this.#isLarge || this.#recompressed.has(coding)))
      return undefined;
    this.uses += 1;
    return this.#responseIn(coding, this.#isOfferedTo(headers));
  }

  /** Drops the uncompressed body unless clients ask for it; returns whether it did. */
  releaseIdentity(): boolean {
    return !this.#responses.has('identity') && !this.#offeringResponses.has('identity') && this.#bodies.releaseIdentity();
  }

  /** The response to send to a client: 304 if its copy is current. */
  responseFor(headers: ReadyHeaders): PageResponse {
    this.uses += 1;
    const isOffering = this.#isOfferedTo(headers);
    if (this.#isUnchangedFor(headers)) return this.#notModifiedResponse(isOffering || headers.availableDictionary !== undefined);
    return this.#responseIn(this.#codingFor(headers.acceptEncoding), isOffering);
  }

  /** The client's dictionary, if this server has it too and the page may be compressed with one. */
  findDictionary({ availableDictionary, acceptEncoding }: ReadyHeaders, dictionaries?: Dictionaries): Dictionary | undefined {
    if (!dictionaries || !this.#dictionaryHeaders || availableDictionary === undefined) return undefined;
    return allowsCoding(acceptEncoding, 'dcz') ? dictionaries.find(availableDictionary) : undefined;
  }

  /** Compresses the page with the client's dictionary; undefined if there is none, too little time, or the client's copy is current. */
  responseWithDictionary(headers: ReadyHeaders, dictionaries?: Dictionaries): PageResponse | undefined {
    const dictionary = this.#isUnchangedFor(headers) ? undefined : this.findDictionary(headers, dictionaries);
    if (!dictionary || !dictionaries?.mayCompress()) return undefined;
    this.uses += 1;
    return createPageResponse(
      this.status,
      this.#headersFor(true),
      'dcz',
      compressWithDictionary(this.#bodies.readIdentity(), dictionary),
    );
  }

  #isOfferedTo({ keepsDictionaries }: ReadyHeaders): boolean {
    return keepsDictionaries && this.offered !== undefined;
  }

  #notModifiedResponse(withDictionaries: boolean): PageResponse {
    const existing = this.#notModifiedResponses.get(withDictionaries);
    if (existing) return existing;
    const created = { status: 304, headers: notModifiedHeaders(this.#headersFor(withDictionaries)) };
    this.#notModifiedResponses.set(withDictionaries, created);
    return created;
  }

  /** Headers in every coding; `withDictionaries`: for browsers that have one or keep the page as one. */
  #headersFor(withDictionaries: boolean): OutgoingHttpHeaders {
    const etag = this.status === 200 && { etag: this.#etag };
    return { ...this.headers, vary: 'accept-encoding', ...(withDictionaries && this.#dictionaryHeaders), ...etag };
  }

  #responseIn(preferred: ContentCoding, isOffering: boolean): PageResponse {
    const responses = isOffering ? this.#offeringResponses : this.#responses;
    const existing = responses.get(preferred);
    if (existing) return existing;
    const coding = this.#bodies.has(preferred) ? preferred : 'identity';
    const made = createPageResponse(
      this.status,
      this.#headersFor(isOffering),
      coding,
      this.#bodies.get(coding) ?? this.#bodies.readIdentity(),
    );
    if (coding === preferred) responses.set(coding, made);
    return made;
  }
}
