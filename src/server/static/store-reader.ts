import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import { fetchText } from '#lib/rules/http/fetch-text.ts';
import { hideLargeStock } from '#lib/rules/product/stock-notes.ts';
import { StartFailure } from '#server/process/explain-start-failure.ts';

/** Content types of request bodies. */
const JSON_TYPE = 'application/json';

/**
 * Names a call by method, path below the API base and body: equal calls have equal keys, and a call can be repeated from its key.
 * Consumes the request's body.
 */
async function callKeyOf(request: Request, base: string): Promise<string> {
  const { method, url } = request;
  const path = url.slice(base.length);
  if (method === 'GET') return JSON.stringify([method, path]);
  if (request.headers.get('content-type') === JSON_TYPE) return JSON.stringify([method, path, await request.text()]);
  const fields = [...(await request.formData())].map(([name, value]) => [name, String(value)]);
  return JSON.stringify([method, path, fields]);
}

/** Builds the request of a key; `headers` are added to each. */
function requestOf(key: string, base: string, headers: Record<string, string>): Request {
  const [method, path, body] = JSON.parse(key) as [string, string, (string | [string, string][])?];
  if (method === 'GET') return new Request(base + path, { headers });
  if (typeof body === 'string')
    return new Request(base + path, { method, headers: { ...headers, 'content-type': JSON_TYPE }, body });
  const form = new FormData();
  for (const [name, value] of body ?? []) form.append(name, value);
  return new Request(base + path, { method, headers, body: form });
}

/** Timeout of one attempt of a call, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Maximum size of a reply, in bytes: a page of the listing with thousands of variants for each product. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** Delays before the repetitions of a failed call, in milliseconds. */
const BACKOFF_MS = [250, 1000, 3000];

/** Longest Retry-After that is followed, in seconds. */
const MAX_RETRY_AFTER_S = 30;

interface Reply {
  status: number;
  text: string;
}

export interface StoreReaderOptions {
  /** Base URL of the store API, such as `https://api.shop.example/api`. */
  apiUrl: string;
  applicationKey: string;
  applicationKeyHeader: string;
  backoffMs?: readonly number[];
}

/** Calls of one page, by key, with the hash of each reply. */
export type RecordedReplies = Map<string, string>;

/** Base URL that pages use for the store of their process (lib/page/store/client.ts). */
const INTERNAL_BASE = 'http://store.internal/api';

/** Hashes a text, ignoring stock above the number that pages show. */
export const hashVisible = (text: string): string => createHash('sha256').update(hideLargeStock(text)).digest('base64url');

/** Key of the call that reads one product. */
export const productKey = (slug: string): string =>
  JSON.stringify(['GET', `/single-product-details/${encodeURIComponent(slug)}`]);

/**
 * Reads the store for a static build: each call once, unless its hash is known, which keeps memory small; retries failed calls with backoff; records which
 * replies a page is made from.
 */
export class StoreReader {
  readonly #options: StoreReaderOptions;
  readonly #replies = new Map<string, Promise<Reply>>();
  readonly #recording = new AsyncLocalStorage<{ replies: RecordedReplies; failure?: unknown }>();
  /** Hashes of replies by call key, computed from the catalogue for single products and the plain listing. */
  readonly #knownHashes: ReadonlyMap<string, string>;

  constructor(options: StoreReaderOptions, knownHashes: Iterable<readonly [string, string]> = []) {
    this.#options = options;
    this.#knownHashes = new Map(knownHashes);
  }

  readonly send = async (request: Request): Promise<Response> => {
    const key = await callKeyOf(request, INTERNAL_BASE);
    const recording = this.#recording.getStore();
    try {
      const { status, text } = await this.read(key);
      recording?.replies.set(key, this.#knownHashes.get(key) ?? hashVisible(`${status} ${text}`));
      return new Response(text, { status, headers: { 'content-type': 'application/json' } });
    } catch (error) {
      if (recording) recording.failure = error;
      throw error;
    }
  };

  /** Runs `work` and returns its result with the replies that it used. Throws the failure of a call, even if `work` handled it. */
  async record<Result>(work: () => Promise<Result>): Promise<{ result: Result; replies: RecordedReplies }> {
    const recording: { replies: RecordedReplies; failure?: unknown } = { replies: new Map() };
    const result = await this.#recording.run(recording, work).catch((error: unknown) => {
      throw recording.failure ?? error;
    });
    if (recording.failure) throw recording.failure;
    return { result, replies: recording.replies };
  }

  async hashOf(key: string): Promise<string> {
    const known = this.#knownHashes.get(key);
    if (known) return known;
    const { status, text } = await this.read(key);
    return hashVisible(`${status} ${text}`);
  }

  /** Reply to a call. Throws a `StartFailure` that says what to do when the store cannot be read. */
  read(key: string): Promise<Reply> {
    const reply = this.#replies.get(key) ?? this.#readWithRetries(key);
    if (!this.#knownHashes.has(key)) this.#replies.set(key, reply);
    return reply;
  }

  async #readWithRetries(key: string): Promise<Reply> {
    const delays = this.#options.backoffMs ?? BACKOFF_MS;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#readOnce(key).catch((error: unknown) => ({ error }));
      if ('text' in outcome && outcome.status < 500 && outcome.status !== 429) return this.#checkKey(outcome);
      if (attempt >= delays.length) throw this.#explain(key, outcome);
      const retryAfter = 'retryAfter' in outcome ? outcome.retryAfter : 0;
      await sleep(Math.max(delays[attempt] ?? 0, retryAfter * 1000));
    }
  }

  async #readOnce(key: string): Promise<Reply & { retryAfter: number }> {
    const { apiUrl, applicationKey, applicationKeyHeader } = this.#options;
    const request = requestOf(key, apiUrl, { accept: 'application/json', [applicationKeyHeader]: applicationKey });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { status, text, headers } = await fetchText(request, { signal, maxBytes: MAX_REPLY_BYTES });
    return { status, text, retryAfter: Math.min(Number(headers.get('retry-after')) || 0, MAX_RETRY_AFTER_S) };
  }

  #checkKey({ status, text }: Reply): Reply {
    if (status === 401 && text.includes('application_key'))
      throw new StartFailure(
        'The store refused the application key. Set PUBLIC_STORE_APP_KEY to the one that the store is started with',
      );
    return { status, text };
  }

  #explain(key: string, outcome: { error: unknown } | Reply): StartFailure {
    const { apiUrl } = this.#options;
    const [method, path] = JSON.parse(key) as [string, string];
    if ('text' in outcome)
      return new StartFailure(
        `The store answered ${method} ${path} with ${outcome.status}. Nothing was published; see the store's log, then build again`,
      );
    const cause = outcome.error instanceof Error && outcome.error.cause ? outcome.error.cause : outcome.error;
    return new StartFailure(
      `The store API at ${apiUrl} cannot be reached (${reasonOf(cause)}). Start it with npm start -- --api-only, or correct STORE_API_URL or PUBLIC_STORE_API_URL`,
    );
  }
}
