import { APPLICATION_KEY_HEADER } from '#lib/contract/calls/application-key.ts';
import type { BodyOf, Call, CaptchaWidget, ParamsOf, ReplyOf } from '#lib/contract/calls/define-call.ts';
import { type RefusalCode, resolveRefusalCode } from '#lib/contract/calls/refusal-codes.ts';
import { parseJson } from '#lib/rules/text.ts';
import { isOtherStore } from './other-store.ts';
import { parseReply } from './parse-reply.ts';

/** A failed call, with the server's message or the call's default one (specification, messages). */
export interface Refused {
  success: false;
  message: string | string[];
  errors?: Record<string, string[]>;
  /** Kind of refusal; where the server sends none, it is derived from the message. */
  code?: RefusalCode;
  /** With code `captcha_required`: the widget to show. */
  captcha?: CaptchaWidget;
  /** HTTP status; 0 if there was no response, or only a part of it. */
  httpStatus: number;
  /** The reply is no JSON, or reports a success without the data it needs: what the server did is unknown. */
  unreadable?: boolean;
  /** A toast has shown the message already (state/calls/call-store.ts). */
  alreadyShown?: boolean;
}

/** A failed response, from which a default message is chosen; `data` is that of the reply, of any shape. */
export interface FailedResponse {
  httpStatus: number;
  data?: unknown;
}

/** Result of a request; null when it was cancelled (specification, calls). */
export type Outcome<C extends Call> = ReplyOf<C> | Refused | null;

export const isRefused = <C extends Call>(outcome: ReplyOf<C> | Refused): outcome is Refused =>
  (outcome as { success: boolean }).success === false;

/** Whether the server failed or did not respond, so that the request itself may have been right. */
export const isServerFailure = ({ httpStatus, unreadable }: Pick<Refused, 'httpStatus' | 'unreadable'>): boolean =>
  httpStatus === 0 || httpStatus >= 500 || unreadable === true;

/** Whether the server responded as one that does not know the call. */
export const isMissing = ({ httpStatus, unreadable }: Refused): boolean =>
  httpStatus === 404 || httpStatus === 405 || httpStatus === 501 || (unreadable === true && httpStatus < 500);

/** What is read of a response. The embedded store hands over a successful reply as an object. */
export type StoreResponse = Pick<Response, 'status' | 'ok' | 'text'> & { reply?: unknown };

/** Sends a request: `fetch`, or a direct call of the embedded store. */
export type SendRequest = (request: Request) => Promise<StoreResponse>;

export interface Connection {
  /** Base URL of the store API, such as `https://shop.example/api`. */
  base: string;
  applicationKey: string;
  /** Name of the header that carries the key; by default this project's own. */
  applicationKeyHeader?: string | undefined;
  send: SendRequest;
  /** Changes a successful reply in place before it is checked: a store elsewhere has its pictures at its own origin. */
  prepareReply?: ((reply: unknown) => void) | undefined;
  /** Sends JSON where a call takes form data: the embedded store takes either, and JSON is read faster. */
  sendsJson?: boolean;
  /** Requests in flight, by URL and parameters; absent on a server, where equal requests of several shoppers are independent. */
  inFlight?: Map<string, AbortController>;
}

export interface RequestOptions<C extends Call> {
  params?: ParamsOf<C>;
  body?: BodyOf<C>;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Default message in place of the call's: updating a cart line uses the call that adds one. */
  failure?: string | ((response: FailedResponse) => string);
}

/** Key of a request in flight: URL plus parameters (specification, calls). */
const requestKey = (url: string, body: unknown): string => `${url} ${JSON.stringify(body ?? {})}`;

/** URL of a call: path parameters are filled in, the others become the query. Omits empty values. */
function callUrl(base: string, call: Call, params: Record<string, unknown>): string {
  const query = new URLSearchParams();
  let path: string = call.path;
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null || value === '') continue;
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    else query.set(name, String(value));
  }
  const search = query.toString();
  return `${base}${path}${search && `?${search}`}`;
}

/** Form data, as specified: true is sent as 1; false and absent values are omitted. */
function formData(body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || value === null || value === '' || value === false) continue;
    form.set(name, value === true ? '1' : String(value));
  }
  return form;
}

/** Cancels the request in flight with this call, parameters and body, if any; it resolves to null. */
export function cancelRequest<C extends Call>(connection: Connection, call: C, options: RequestOptions<C> = {}): void {
  const url = callUrl(connection.base, call, (options.params ?? {}) as Record<string, unknown>);
  connection.inFlight?.get(requestKey(url, options.body))?.abort();
}

/**
 * Makes a call. Never throws and has no timeout: every failure is returned as a value. Repeating a request that is in flight cancels
 * the first.
 */
export async function request<C extends Call>(
  connection: Connection,
  call: C,
  options: RequestOptions<C> = {},
): Promise<Outcome<C>> {
  const url = callUrl(connection.base, call, (options.params ?? {}) as Record<string, unknown>);
  const key = requestKey(url, options.body);
  const { inFlight } = connection;
  inFlight?.get(key)?.abort();
  const controller = new AbortController();
  inFlight?.set(key, controller);
  try {
    // Without requests in flight none is cancelled, and a signal makes a request take twice as long to build.
    const response = await connection.send(buildRequest(connection, call, url, options, inFlight && controller.signal));
    const outcome = await readResponse(connection, call, response, options);
    return controller.signal.aborted ? null : outcome;
  } catch {
    if (controller.signal.aborted) return null;
    return refuse(defaultMessage(call, options.failure, { httpStatus: 0 }), 0);
  } finally {
    if (inFlight?.get(key) === controller) inFlight.delete(key);
  }
}

function buildRequest<C extends Call>(
  connection: Connection,
  call: C,
  url: string,
  options: RequestOptions<C>,
  signal: AbortSignal | undefined,
): Request {
  const headers = new Headers({
    ...options.headers,
    accept: 'application/json',
    [connection.applicationKeyHeader || APPLICATION_KEY_HEADER]: connection.applicationKey,
  });
  if (options.token) headers.set('authorization', `Bearer ${options.token}`);
  // A customer's change is made also when the page is left before the reply.
  const keepalive = call.access === 'session' && call.method !== 'GET';
  const init = { method: call.method, headers, ...(signal && { signal, keepalive }) };
  if (call.method === 'GET') return new Request(url, init);
  const body = (options.body ?? {}) as Record<string, unknown>;
  if (call.encoding === 'form' && !connection.sendsJson) return new Request(url, { ...init, body: formData(body) });
  headers.set('content-type', 'application/json');
  return new Request(url, { ...init, body: JSON.stringify(body) });
}

/** The message of a failed response without one: the option's, else the call's. */
export const defaultMessage = (call: Call, override: RequestOptions<Call>['failure'], response: FailedResponse): string =>
  typeof override === 'function' ? override(response) : (override ?? call.failure);

/** Builds a refusal: of this site, or of a server with the fields of its envelope. */
export function refuse(message: string | string[], httpStatus: number, envelope: Partial<Envelope> = {}): Refused {
  const { errors, captcha } = envelope;
  const code = resolveRefusalCode(envelope.code, message);
  return { success: false, message, ...(errors && { errors }), ...(code && { code }), ...(captcha && { captcha }), httpStatus };
}

/** Whether a refusal has the contract's form, with errors of fields that the call sends, so that it needs no reading. */
function isPlainRefusal(call: Call, reply: unknown): reply is Envelope {
  const { success, message = '', errors } = (reply ?? {}) as Partial<Envelope>;
  const fields = (call.body as { shape?: object }).shape ?? {};
  return (
    success === false &&
    (typeof message === 'string' || Array.isArray(message)) &&
    Object.entries(errors ?? {}).every(([field, texts]) => (field.split('.')[0] ?? '') in fields && Array.isArray(texts))
  );
}

/** Throws when the connection fails before the whole response has arrived. */
async function readResponse<C extends Call>(
  { prepareReply }: Connection,
  call: C,
  response: StoreResponse,
  { failure, ...sent }: RequestOptions<C>,
): Promise<ReplyOf<C> | Refused> {
  const { status: httpStatus, ok } = response;
  if (response.reply) return response.reply as ReplyOf<C>;
  const text = await response.text();
  // Another store may answer without a body, ours never does.
  const json = text === '' && ok && isOtherStore() ? {} : parseJson(text);
  const data = (json as Partial<Envelope> | undefined)?.data;
  const refuseWith = (envelope: Partial<Envelope>): Refused => {
    const { message } = envelope;
    return refuse(message?.length ? message : defaultMessage(call, failure, { httpStatus, data }), httpStatus, envelope);
  };
  if (isPlainRefusal(call, json)) return refuseWith(json);
  if (json === undefined) return { ...refuseWith({}), ...((ok || text) && { unreadable: true }) };
  if (ok) prepareReply?.(json);
  const { reply, refused } = await parseReply(call, { json, ok, sent });
  if (reply) return reply;
  return refused ? refuseWith({ ...(json as object), ...refused }) : { ...refuseWith({}), unreadable: true };
}

interface Envelope {
  success: boolean;
  message?: string | string[] | null;
  errors?: Record<string, string[]> | null;
  data?: unknown;
  code?: string | null;
  captcha?: CaptchaWidget | null;
}
