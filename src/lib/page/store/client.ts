import {
  type Connection,
  isRefused,
  type Outcome,
  type Refused,
  type RequestOptions,
  request,
  type SendRequest,
} from '#lib/client/request.ts';
import { DEFAULT_APPLICATION_KEY } from '#lib/contract/application-key.ts';
import type { Call, ReplyOf } from '#lib/contract/call.ts';
import { collectPictureOrigins } from '#lib/page/csp/picture-origins.ts';
import { withRecording } from './recorded-calls.ts';

/** A store elsewhere that has not answered within this time counts as down, in milliseconds. */
const REMOTE_TIMEOUT_MS = 5000;

let embedded: SendRequest | undefined;

const sendRemote = withRecording((request) =>
  fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(REMOTE_TIMEOUT_MS)]) }),
);

/** Lets pages reach the store that runs in this very process; called once by src/fetch.ts. */
export function connectEmbeddedStore(send: SendRequest): void {
  embedded = withRecording(send);
}

/** The store's application key: a public label. */
export const readApplicationKey = (): string => process.env['PUBLIC_STORE_APP_KEY'] || DEFAULT_APPLICATION_KEY;

function connection(): Connection {
  const elsewhere = process.env['STORE_API_URL'];
  if (elsewhere) return { base: elsewhere.replace(/\/$/, ''), applicationKey: readApplicationKey(), send: sendRemote };
  if (!embedded) throw new Error('No store is connected: set STORE_API_URL or serve the pages through src/fetch.ts');
  return { base: 'http://store.internal/api', applicationKey: readApplicationKey(), send: embedded };
}

/** Origins of pictures that a store elsewhere has sent so far. */
const seenOrigins = new Set<string>();

/** Where a store elsewhere may have its pictures: with its API, where the owner says, and wherever it sent some from. */
export function listRemotePictureOrigins(): string[] {
  const named = [
    process.env['STORE_API_URL'],
    process.env['PUBLIC_STORE_API_URL'],
    ...(process.env['PICTURE_ORIGINS'] ?? '').split(','),
  ];
  const origins = named.flatMap((address) => (address && URL.canParse(address) ? new URL(address).origin : []));
  return [...origins, ...seenOrigins];
}

/** Makes a call while a page is rendered, in-process or over HTTP; the page cannot tell which. */
export async function requestStore<C extends Call>(call: C, options: RequestOptions<C> = {}): Promise<Outcome<C>> {
  const outcome = await request(connection(), call, options);
  if (process.env['STORE_API_URL']) collectPictureOrigins(outcome, seenOrigins);
  return outcome;
}

/** Thrown when a page cannot be rendered without a call that failed; `messages` are what the shopper is told. */
export class StoreCallError extends Error {
  readonly messages: readonly string[];

  constructor(path: string, { message, httpStatus }: Pick<Refused, 'message' | 'httpStatus'>) {
    super(`The store did not answer ${path} (${httpStatus}): ${[message].flat().join(', ')}`);
    this.messages = [message].flat();
  }
}

/** As `callStore`, for what a page cannot do without. Throws a `StoreFailure`, so that a broken store never renders as an empty shop. */
export async function callStoreOrThrow<C extends Call>(call: C, options: RequestOptions<C> = {}): Promise<ReplyOf<C>> {
  const part = await loadPart(call, options);
  if (part.failure) throw new StoreCallError(call.path, part.failure);
  return part.reply;
}

/** A call that a part of a page waits for: the reply, or why there is none. */
export type PartResult<Reply> = { reply: Reply; failure?: never } | { reply?: never; failure: Refused };

/** As `callStore`, for a part of a page that may fail while the rest stands (specification 8). */
export async function loadPart<C extends Call>(call: C, options: RequestOptions<C> = {}): Promise<PartResult<ReplyOf<C>>> {
  const outcome = await requestStore(call, options);
  if (!outcome) return { failure: { success: false, message: call.failure, httpStatus: 0 } };
  return isRefused(outcome) ? { failure: outcome } : { reply: outcome };
}

/** Keeps a page with a failed part out of every cache, so that the next request tries again. */
export const disableCaching = ({ response }: { response: { headers: Headers } }): void =>
  response.headers.set('cache-control', 'no-store');
