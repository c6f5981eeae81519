import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import type { SendRequest } from '#lib/client/request.ts';
import { INCOMPLETE_PAGE_DATA } from '#lib/contract/page-data.ts';
import { MIN_UNDISCLOSED_STOCK } from '#lib/rules/stock.ts';

/** A call that a page made while it was rendered, so that it can be made again, and what the reply came to. */
interface MadeCall {
  url: string;
  method: string;
  headers: [string, string][];
  body: ArrayBuffer | undefined;
  send: SendRequest;
  reply: string;
}

/** The calls of one rendering. */
interface Recording {
  calls: MadeCall[];
  /** Whether a call went without a reply: the page says so then, and has to be rendered anew. */
  incomplete: boolean;
}

/** A page that makes more calls than this, such as a product feed, costs as much to check as to render. */
const MAX_CALLS = 12;

/** So many pages can be checked; those used longest ago go first. A recording takes about two kilobytes. */
const MAX_RECORDINGS = 3000;

const underWay = new AsyncLocalStorage<Recording>();
const recordings = new Map<string, MadeCall[]>();

/** Numbers of units in a reply. A quotation mark inside a text is escaped, so that no text can look like one. */
const units = /"(stock|product_stock)":(\d+)(?=[,}])/g;

/** What a reply comes to for pages: a hash that is blind to units above those that pages tell apart. */
function fingerprint(status: number, text: string): string {
  const seen = text.replace(units, (_, name, count) => `"${name}":${Math.min(Number(count), MIN_UNDISCLOSED_STOCK)}`);
  return createHash('sha256').update(`${status} ${seen}`).digest('base64url');
}

async function record(recording: Recording, request: Request, send: SendRequest): Promise<Response> {
  const { url, method } = request;
  const body = method === 'GET' ? undefined : await request.clone().arrayBuffer();
  try {
    const response = await send(request);
    const text = await response.text();
    if (response.status >= 500) recording.incomplete = true;
    recording.calls.push({ url, method, headers: [...request.headers], body, send, reply: fingerprint(response.status, text) });
    return new Response(text, { status: response.status, headers: response.headers });
  } catch (error) {
    recording.incomplete = true;
    throw error;
  }
}

/** Sends a request, and notes it when a page is being recorded. */
export const withRecording =
  (send: SendRequest): SendRequest =>
  (request) => {
    const recording = underWay.getStore();
    return recording ? record(recording, request, send) : send(request);
  };

/** A redirect or a failure is not kept, and so is nothing to be checked. */
const isKept = (status: number): boolean => status === 200 || status === 404;

/**
 * Does `render`, which gives the status of its answer, and notes the calls it makes. Returns a name by which `isUnchanged` finds them
 * again: `incomplete` when a call failed, undefined when they are not worth noting.
 */
export async function recordCalls(render: () => Promise<number>): Promise<string | undefined> {
  const recording: Recording = { calls: [], incomplete: false };
  const status = await underWay.run(recording, render);
  if (recording.incomplete) return INCOMPLETE_PAGE_DATA;
  if (!isKept(status) || recording.calls.length > MAX_CALLS) return undefined;
  const data = randomUUID();
  keep(data, recording.calls);
  return data;
}

function keep(data: string, calls: MadeCall[]): void {
  recordings.delete(data);
  recordings.set(data, calls);
  for (const oldest of recordings.keys()) {
    if (recordings.size <= MAX_RECORDINGS) break;
    recordings.delete(oldest);
  }
}

async function isSame({ url, method, headers, body, send, reply }: MadeCall): Promise<boolean> {
  const response = await send(new Request(url, { method, headers, ...(body && { body }) }));
  return fingerprint(response.status, await response.text()) === reply;
}

/** Whether the store replies to the calls named `data` as it did before. False when it is not known or does not answer. */
export async function isPageDataUnchanged(data: string): Promise<boolean> {
  const calls = recordings.get(data);
  if (!calls) return false;
  const same = await Promise.all(calls.map(isSame)).catch(() => [false]);
  if (!same.every(Boolean)) return false;
  keep(data, calls);
  return true;
}
