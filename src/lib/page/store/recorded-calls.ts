import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import { isRefused, type Outcome } from '#lib/client/request.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { INCOMPLETE_PAGE_DATA } from '#lib/rules/http/page-data-headers.ts';
import { joinKeys, SURROGATE_KEY_HEADER, splitKeys } from '#lib/rules/http/surrogate-keys.ts';
import { hideLargeStock } from '#lib/rules/product/stock-notes.ts';

/** A call made while a page was rendered: how it is repeated, and the hash of its outcome. */
interface RecordedCall {
  makeCall: () => Promise<unknown>;
  hash: string;
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

/** Maximum number of recordings, least recently used evicted first: more than the cache has pages. */
const MAX_RECORDINGS = 1000;

const currentRecording = new AsyncLocalStorage<Recording>();
const recordings = new Map<string, RecordedCall[]>();

/** Hashes of outcomes, of which pages share some. */
const hashes = new WeakMap<object, string>();

/** Hashes an outcome, ignoring stock above the number that pages show. */
function hashOutcome(outcome: unknown): string {
  const key = outcome as object;
  const hash =
    hashes.get(key) ??
    createHash('sha256')
      .update(hideLargeStock(JSON.stringify(outcome)))
      .digest('base64url');
  hashes.set(key, hash);
  return hash;
}

/** Notes the surrogate keys of a reply while a page is recorded. */
export const noteKeys = (headers: Headers): void => {
  currentRecording.getStore()?.keys.push(...splitKeys(headers.get(SURROGATE_KEY_HEADER) ?? ''));
};

/** Makes a call and records it while a page is recorded. */
export async function recordCall<C extends Call>(makeCall: () => Promise<Outcome<C>>): Promise<Outcome<C>> {
  const outcome = await makeCall();
  const recording = currentRecording.getStore();
  if (!recording || !outcome) return outcome;
  if (isRefused(outcome) && (outcome.httpStatus === 0 || outcome.httpStatus >= 500)) recording.incomplete = true;
  recording.calls.push({ makeCall, hash: hashOutcome(outcome) });
  return outcome;
}

/** Redirects and failures are not cached, so they need no revalidation. */
const isCacheable = (status: number): boolean => status === 200 || status === 404;

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

const isUnchanged = async ({ makeCall, hash }: RecordedCall): Promise<boolean> => hashOutcome(await makeCall()) === hash;

/** Repeats the recorded calls and compares the replies. False when the recording is gone or the store does not answer. */
export async function isPageDataUnchanged(data: string): Promise<boolean> {
  const calls = recordings.get(data);
  if (!calls) return false;
  const unchanged = await Promise.all(calls.map(isUnchanged)).catch(() => [false]);
  if (!unchanged.every(Boolean)) return false;
  saveRecording(data, calls);
  return true;
}
