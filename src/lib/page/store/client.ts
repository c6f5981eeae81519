import { pictureResolver, resolvePictures } from '#lib/client/make-pictures-absolute.ts';
import {
  type Connection,
  isMissing,
  isRefused,
  type Outcome,
  type Refused,
  type RequestOptions,
  refuse,
  request,
  type SendRequest,
} from '#lib/client/request.ts';
import { APPLICATION_KEY_HEADER, DEFAULT_APPLICATION_KEY } from '#lib/contract/calls/application-key.ts';
import type { Call, ReplyOf } from '#lib/contract/calls/define-call.ts';
import type { PartialStoreInfo } from '#lib/contract/store.ts';
import { collectPictureOrigins } from '#lib/page/csp/picture-origins.ts';
import { fetchText, MAX_STORE_REPLY_BYTES, UnusableReply } from '#lib/rules/http/fetch-text.ts';
import { isStaticSite } from '#lib/rules/static-site.ts';
import { type LoadPart, toPart } from './part.ts';
import { noteKeys, recordCall } from './recorded-calls.ts';

/** Timeout of calls to a remote store, in milliseconds: a page may make two in sequence within the timeout of its render. */
const REMOTE_TIMEOUT_MS = 4000;

const BAD_GATEWAY = 502;
const GATEWAY_TIMEOUT = 504;

let embedded: SendRequest | undefined;

/** Sends a call to a remote store; 504 when it answers too slowly, 502 when with a redirect or too much, so that only an unreachable store rejects. */
const sendRemote: SendRequest = async (request) => {
  const timeout = AbortSignal.timeout(REMOTE_TIMEOUT_MS);
  try {
    const signal = AbortSignal.any([request.signal, timeout]);
    const { status, ok, headers, text } = await fetchText(request, { signal, maxBytes: MAX_STORE_REPLY_BYTES });
    noteKeys(headers);
    return { status, ok, text: () => Promise.resolve(text) };
  } catch (error) {
    if (error instanceof UnusableReply) return new Response(null, { status: BAD_GATEWAY });
    if (timeout.aborted) return new Response(null, { status: GATEWAY_TIMEOUT });
    throw error;
  }
};

/** Whether the store is at another address. */
export const isRemoteStore = (): boolean => Boolean(process.env['STORE_API_URL']);

/** Connects pages to the embedded store of this process; called once by src/fetch.ts. `send` may hand over a reply as an object. */
export function connectEmbeddedStore(send: (request: Request, take: (reply: unknown) => void) => Promise<Response>): void {
  const resolve = pictureResolver(process.env['PUBLIC_STORE_API_URL']);
  embedded = async (request) => {
    let reply: unknown;
    const response = await send(request, (taken) => {
      // The store may keep its own.
      reply = resolve ? structuredClone(taken) : taken;
      resolve?.(reply);
    });
    noteKeys(response.headers);
    return { status: response.status, ok: response.ok, text: () => response.text(), reply };
  };
}

/** The store's application key, which is public. */
export const readApplicationKey = (): string => process.env['PUBLIC_STORE_APP_KEY'] || DEFAULT_APPLICATION_KEY;

function connection(): Connection {
  const remoteUrl = process.env['STORE_API_URL'];
  const shared = { applicationKey: readApplicationKey(), prepareReply: pictureResolver(process.env['PUBLIC_STORE_API_URL']) };
  const applicationKeyHeader = process.env['PUBLIC_STORE_APP_KEY_HEADER'] || APPLICATION_KEY_HEADER;
  // A reference without a slash would be relative to the page.
  const prepareReply = shared.prepareReply ?? ((reply: unknown) => resolvePictures(reply, ''));
  if (remoteUrl) return { ...shared, prepareReply, applicationKeyHeader, base: remoteUrl.replace(/\/$/, ''), send: sendRemote };
  if (!embedded) throw new Error('No store is connected: set STORE_API_URL or serve the pages through src/fetch.ts');
  return { ...shared, base: 'http://store.internal/api', send: embedded, sendsJson: true };
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

/** How long a call that a remote store lacks is not made again, in milliseconds. */
const LACKING_MS = 60 * 60 * 1000;

/** When a remote store was found to lack a call beyond the specification, by its path, in milliseconds since 1970. */
const lackingSince = new Map<string, number>();

/** Whether the last store info was that of this project's store, whose 404 is a refusal like any other. */
let isOwnStore = true;

export const noteStoreApi = ({ api }: PartialStoreInfo): void => {
  isOwnStore = api !== undefined;
};

/** Calls the store while a page is rendered, in-process or over HTTP. */
export async function requestStore<C extends Call>(call: C, options: RequestOptions<C> = {}): Promise<Outcome<C>> {
  if (call.beyondSpecification && Date.now() - (lackingSince.get(call.path) ?? 0) < LACKING_MS) return refuse(call.failure, 404);
  const outcome = await recordCall(() => request(connection(), call, options));
  if (isRemoteStore()) collectPictureOrigins(outcome, seenOrigins);
  if (!isOwnStore && call.beyondSpecification && outcome && isRefused(outcome) && isMissing(outcome))
    lackingSince.set(call.path, Date.now());
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

/** Like `requestStore`, for a part of a page that may fail while the rest renders (specification, errors). */
export const loadPart: LoadPart = async (call, options) => {
  const part = toPart(call, await requestStore(call, options));
  // A static page would show the failure until the next build; only a product may be gone.
  if (part.failure && isStaticSite && !call.beyondSpecification && part.failure.httpStatus !== 404)
    throw new StoreCallError(call.path, part.failure);
  return part;
};

/** Prevents caching of a page with a failed part, so that the next request tries again. */
export const disableCaching = ({ response }: { response: { headers: Headers } }): void =>
  response.headers.set('cache-control', 'no-store');
