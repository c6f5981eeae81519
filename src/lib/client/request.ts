import { APPLICATION_KEY_HEADER } from '#lib/contract/application-key.ts';
import type { BodyOf, Call, CaptchaWidget, ParamsOf, RefusalCode, ReplyOf } from '#lib/contract/call.ts';
import { parseReply } from './reply.ts';

/** A call that did not succeed: the server's own message, else the call's default (specification 8). */
export interface Refused {
  success: false;
  message: string | string[];
  errors?: Record<string, string[]>;
  /** What kind of refusal it is, where the server says so. */
  code?: RefusalCode;
  /** With code `captcha_required`: what to show. */
  captcha?: CaptchaWidget;
  /** HTTP status; 0 when no answer came at all. */
  httpStatus: number;
  /** The reply said success but cannot be read: what the server has done is not known. */
  unreadable?: boolean;
  /** The shopper has been told already (state/call.ts): do not show the message again. */
  alreadyShown?: boolean;
}

/** What is known of a failed answer when its default message is chosen; `data` is the reply's own, whatever it is. */
export interface FailedResponse {
  httpStatus: number;
  data?: unknown;
}

/** What a request comes to; null when it was cancelled (specification 7). */
export type Outcome<C extends Call> = ReplyOf<C> | Refused | null;

/** Sends a request somewhere: the browser's fetch, or the embedded store itself. */
export type SendRequest = (request: Request) => Promise<Response>;

export interface Connection {
  /** Where the store API answers, such as `https://shop.example/api`. */
  base: string;
  applicationKey: string;
  send: SendRequest;
  /** Requests under way, by url plus params; absent on a server, where equal requests of different shoppers are not one. */
  inFlight?: Map<string, AbortController>;
}

export interface RequestOptions<C extends Call> {
  params?: ParamsOf<C>;
  body?: BodyOf<C>;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** The default message where it is not the call's own: an update of a cart line uses the call that adds one. */
  failure?: string | ((answer: FailedResponse) => string);
}

/** Names a request by address plus parameters, which is how requests are registered for cancellation (specification 7). */
const requestKey = (url: string, body: unknown): string => `${url} ${JSON.stringify(body ?? {})}`;

/** The address of a call: path parameters filled in, the others as a query. Empty values are left out. */
function callUrl(base: string, call: Call, params: Record<string, unknown>): string {
  const query = new URLSearchParams();
  let path: string = call.path;
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null || value === '') continue;
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    else query.set(name, String(value));
  }
  return `${base}${path}${query.size > 0 ? `?${query}` : ''}`;
}

/** Form data as specification 7.1 sends it: booleans as 1 or nothing, absent values left out. */
function formData(body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || value === null || value === '' || value === false) continue;
    form.set(name, value === true ? '1' : String(value));
  }
  return form;
}

/** Cancels the request to `call` that has these parameters and body, if it is under way; it resolves to null. */
export function cancelRequest<C extends Call>(connection: Connection, call: C, options: RequestOptions<C> = {}): void {
  const url = callUrl(connection.base, call, (options.params ?? {}) as Record<string, unknown>);
  connection.inFlight?.get(requestKey(url, options.body))?.abort();
}

/**
 * Makes a call. Never throws and never times out: every failure comes back as a value. The same request made again while the first
 * is under way cancels the first.
 */
export async function request<C extends Call>(
  connection: Connection,
  call: C,
  options: RequestOptions<C> = {},
): Promise<Outcome<C>> {
  const url = callUrl(connection.base, call, (options.params ?? {}) as Record<string, unknown>);
  const key = requestKey(url, options.body);
  const { inFlight: underWay } = connection;
  underWay?.get(key)?.abort();
  const controller = new AbortController();
  underWay?.set(key, controller);
  try {
    const sent = connection.send(buildRequest(connection, call, url, options, controller.signal));
    const outcome = await readAnswer(call, await sent, options.failure);
    return controller.signal.aborted ? null : outcome;
  } catch {
    if (controller.signal.aborted) return null;
    return { success: false, message: defaultMessage(call, options.failure, { httpStatus: 0 }), httpStatus: 0 };
  } finally {
    if (underWay?.get(key) === controller) underWay.delete(key);
  }
}

function buildRequest<C extends Call>(
  connection: Connection,
  call: C,
  url: string,
  options: RequestOptions<C>,
  signal: AbortSignal,
): Request {
  const headers = new Headers({
    ...options.headers,
    accept: 'application/json',
    [APPLICATION_KEY_HEADER]: connection.applicationKey,
  });
  if (options.token) headers.set('authorization', `Bearer ${options.token}`);
  if (call.method === 'GET') return new Request(url, { headers, signal });
  const body = (options.body ?? {}) as Record<string, unknown>;
  if (call.encoding === 'form') return new Request(url, { method: 'POST', headers, body: formData(body), signal });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
}

const defaultMessage = (call: Call, own: RequestOptions<Call>['failure'], answer: FailedResponse): string =>
  typeof own === 'function' ? own(answer) : (own ?? call.failure);

async function readAnswer<C extends Call>(
  call: C,
  response: Response,
  failure: RequestOptions<C>['failure'],
): Promise<ReplyOf<C> | Refused> {
  const { status: httpStatus } = response;
  const reply: unknown = await response.json().catch(() => undefined);
  if (!isEnvelope(reply)) return { success: false, message: defaultMessage(call, failure, { httpStatus }), httpStatus };
  const { success, message, errors, data, code, captcha } = reply;
  if (success) {
    const read = parseReply(call, reply);
    if (read) return read;
    console.warn(`The reply of ${call.path} cannot be read`);
    return { success: false, message: defaultMessage(call, failure, { httpStatus, data }), httpStatus, unreadable: true };
  }
  return {
    success: false,
    message: message?.length ? message : defaultMessage(call, failure, { httpStatus, data }),
    ...(errors && { errors }),
    ...(code && { code }),
    ...(captcha && { captcha }),
    httpStatus,
  };
}

interface Envelope {
  success: boolean;
  message?: string | string[] | null;
  errors?: Record<string, string[]> | null;
  data?: unknown;
  code?: RefusalCode;
  captcha?: CaptchaWidget;
}

const isEnvelope = (reply: unknown): reply is Envelope =>
  typeof reply === 'object' && reply !== null && 'success' in reply && typeof reply.success === 'boolean';
