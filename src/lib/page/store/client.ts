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

/** Timeout of calls to a remote store, in milliseconds. */
const REMOTE_TIMEOUT_MS = 5000;

let embedded: SendRequest | undefined;

const sendRemote = withRecording((request) =>
  fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(REMOTE_TIMEOUT_MS)]) }),
);

/** Connects pages to the embedded store of this process; called once by src/fetch.ts. */
export function connectEmbeddedStore(send: SendRequest): void {
  embedded = withRecording(send);
}

/** The store's application key, which is public. */
export const readApplicationKey = (): string => process.env['PUBLIC_STORE_APP_KEY'] || DEFAULT_APPLICATION_KEY;

function connection(): Connection {
  const remoteUrl = process.env['STORE_API_URL'];
  if (remoteUrl) return { base: remoteUrl.replace(/\/$/, ''), applicationKey: readApplicationKey(), send: sendRemote };
  if (!embedded) throw new Error('No store is connected: set STORE_API_URL or serve the pages through src/fetch.ts');
  return { base: 'http://store.internal/api', applicationKey: readApplicationKey(), send: embedded };
}

/** Picture origins in the replies of a remote store. */
const seenOrigins = new Set<string>();

/** Origins allowed for remote pictures: the API's, those in `PICTURE_ORIGINS`, and those seen in replies. */
export function listRemotePictureOrigins(): string[] {
  const configured = [
    process.env['STORE_API_URL'],
    process.env['PUBLIC_STORE_API_URL'],
    ...(process.env['PICTURE_ORIGINS'] ?? '').split(','),
  ];
  const origins = configured.flatMap((url) => (url && URL.canParse(url) ? new URL(url).origin : []));
  return [...origins, ...seenOrigins];
}

/** Calls the store while a page is rendered, in-process or over HTTP. */
export async function requestStore<C extends Call>(call: C, options: RequestOptions<C> = {}): Promise<Outcome<C>> {
  const outcome = await request(connection(), call, options);
  if (process.env['STORE_API_URL']) collectPictureOrigins(outcome, seenOrigins);
  return outcome;
}

/** A failed call without which the page cannot be rendered; `messages` are shown to the shopper. */
export class StoreCallError extends Error {
  readonly messages: readonly string[];

  constructor(path: string, { message, httpStatus }: Pick<Refused, 'message' | 'httpStatus'>) {
    super(`The store did not answer ${path} (${httpStatus}): ${[message].flat().join(', ')}`);
    this.messages = [message].flat();
  }
}

/**
 * Like `requestStore`, for data that a page requires. Throws a `StoreCallError`, so that a failing store is never rendered as an
 * empty shop.
 */
export async function callStoreOrThrow<C extends Call>(call: C, options: RequestOptions<C> = {}): Promise<ReplyOf<C>> {
  const part = await loadPart(call, options);
  if (part.failure) throw new StoreCallError(call.path, part.failure);
  return part.reply;
}

/** Result of a call for one part of a page: the reply, or the failure. */
export type PartResult<Reply> = { reply: Reply; failure?: never } | { reply?: never; failure: Refused };

/** Like `requestStore`, for a part of a page that may fail while the rest renders (specification 8). */
export async function loadPart<C extends Call>(call: C, options: RequestOptions<C> = {}): Promise<PartResult<ReplyOf<C>>> {
  const outcome = await requestStore(call, options);
  if (!outcome) return { failure: { success: false, message: call.failure, httpStatus: 0 } };
  return isRefused(outcome) ? { failure: outcome } : { reply: outcome };
}

/** Prevents caching of a page with a failed part, so that the next request tries again. */
export const disableCaching = ({ response }: { response: { headers: Headers } }): void =>
  response.headers.set('cache-control', 'no-store');
