import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import type { SendRequest, StoreResponse } from '#lib/client/request.ts';
import { INCOMPLETE_PAGE_DATA } from '#lib/rules/http/page-data-headers.ts';
import { joinKeys, SURROGATE_KEY_HEADER, splitKeys } from '#lib/rules/http/surrogate-keys.ts';
import { hideLargeStock } from '#lib/rules/product/stock-notes.ts';
import { withText } from './response-text.ts';

/** A call made while a page was rendered, with a hash of its reply, so that it can be repeated. */
interface RecordedCall {
  url: string;
  method: string;
  headers: [string, string][];
  body: string | ArrayBuffer | undefined;
  send: SendRequest;
  replyHash: string;
}

/** The calls of one render. */
interface Recording {
  calls: RecordedCall[];
  /** Surrogate keys of the replies. */
  keys: string[];
  /** Whether a call failed: the page shows the failure and has to be rendered again. */
  incomplete: boolean;
}

/** A page with more calls than this, such as a product feed, costs as much to revalidate as to render. */
const MAX_CALLS = 12;

/** Maximum number of recordings, least recently used evicted first: more than the cache has pages. One takes about two kilobytes. */
const MAX_RECORDINGS = 1000;

const currentRecording = new AsyncLocalStorage<Recording>();
const recordings = new Map<string, RecordedCall[]>();

/** Hashes a reply, ignoring stock above the number that pages show. */
const hashReply = (status: number, text: string): string =>
  createHash('sha256')
    .update(`${status} ${hideLargeStock(text)}`)
    .digest('base64url');

/** The hash of a response, whose text has been read; found once for a response that answers several calls. */
function hashResponse({ status, kept }: StoreResponse, text: string): string {
  const hash = kept?.hash ?? hashReply(status, text);
  if (kept) kept.hash = hash;
  return hash;
}

async function record(
  recording: Recording,
  request: Request,
  json: string | undefined,
  send: SendRequest,
): Promise<StoreResponse> {
  const { url, method } = request;
  const body = json ?? (method === 'GET' ? undefined : await request.clone().arrayBuffer());
  try {
    const response = await send(request, json);
    const text = await response.text();
    if (response.status >= 500) recording.incomplete = true;
    recording.keys.push(...splitKeys(response.headers.get(SURROGATE_KEY_HEADER) ?? ''));
    recording.calls.push({ url, method, headers: [...request.headers], body, send, replyHash: hashResponse(response, text) });
    return response.kept ? response : withText(response, text);
  } catch (error) {
    recording.incomplete = true;
    throw error;
  }
}

/** Wraps a request function so that it records calls while a page is recorded. */
export const withRecording =
  (send: SendRequest): SendRequest =>
  (request, json) => {
    const recording = currentRecording.getStore();
    return recording ? record(recording, request, json, send) : send(request, json);
  };

/** Redirects and failures are not cached, so they need no revalidation. */
const isCacheable = (status: number): boolean => status === 200 || status === 404;

/** A rendered page, and what its render recorded. */
export interface RecordedRender {
  response: Response;
  /** The recording's name for `isPageDataUnchanged`: `incomplete` when a call failed, undefined when it is not worth recording. */
  data: string | undefined;
  /** Surrogate keys of what the page shows, joined by spaces; empty unless a CDN is in front. */
  keys: string;
}

/** Runs `render` and records its calls. */
export async function recordCalls(render: () => Promise<Response>): Promise<RecordedRender> {
  const recording: Recording = { calls: [], keys: [], incomplete: false };
  const response = await currentRecording.run(recording, render);
  return { response, data: nameRecording(recording, response.status), keys: joinKeys(recording.keys) };
}

function nameRecording({ calls, incomplete }: Recording, status: number): string | undefined {
  if (incomplete) return INCOMPLETE_PAGE_DATA;
  if (!isCacheable(status) || calls.length > MAX_CALLS) return undefined;
  const data = randomUUID();
  saveRecording(data, calls);
  return data;
}

function saveRecording(data: string, calls: RecordedCall[]): void {
  recordings.delete(data);
  recordings.set(data, calls);
  for (const oldest of recordings.keys()) {
    if (recordings.size <= MAX_RECORDINGS) break;
    recordings.delete(oldest);
  }
}

async function isUnchanged({ url, method, headers, body, send, replyHash }: RecordedCall): Promise<boolean> {
  const request = new Request(url, { method, headers, ...(body && { body }) });
  const response = await send(request, typeof body === 'string' ? body : undefined);
  return hashResponse(response, await response.text()) === replyHash;
}

/** Repeats the recorded calls and compares the replies. False when the recording is gone or the store does not answer. */
export async function isPageDataUnchanged(data: string): Promise<boolean> {
  const calls = recordings.get(data);
  if (!calls) return false;
  const unchanged = await Promise.all(calls.map(isUnchanged)).catch(() => [false]);
  if (!unchanged.every(Boolean)) return false;
  saveRecording(data, calls);
  return true;
}
