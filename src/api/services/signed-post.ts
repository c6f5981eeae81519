import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicIp } from '#api/services/pictures/fetch-picture.ts';
import packageFile from '../../../package.json' with { type: 'json' };

/** Time limit of one attempt, in milliseconds. */
const ATTEMPT_TIMEOUT_MS = 10_000;

const USER_AGENT = `${packageFile.name}/${packageFile.version}`;

export interface SignedPost {
  url: string;
  /** `whsec_…` */
  secret: string;
  messageId: string;
  payload: string;
}

export interface PostOptions {
  /** Whether addresses of this machine and of private networks may be called. */
  allowsPrivate: boolean;
  signal?: AbortSignal;
}

const refusePrivate = (host: string): Error => new Error(`${host} is not on the public internet`);

/** Looks a host up for the connection itself, so that it cannot change between check and connection (DNS rebinding). */
const lookupPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) callback(error, []);
    else if (addresses.length === 0 || !addresses.every(({ address }) => isPublicIp(address))) callback(refusePrivate(host), []);
    else if (options.all) callback(null, addresses);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });
};

/** The headers of Standard Webhooks: id, time in seconds and HMAC-SHA256 of both with the body. */
function signatureHeaders({ secret, messageId, payload }: SignedPost): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${messageId}.${timestamp}.${payload}`).digest('base64');
  return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** The status of an answer, and for how many milliseconds it asks to wait before the next request; 0 if it does not say. */
export interface PostReply {
  status: number;
  retryAfterMs: number;
}

/** Reads Retry-After in seconds; a date is taken as no answer. */
const readRetryAfter = (value: string | undefined): number => (/^\d{1,6}$/.test(value ?? '') ? Number(value) * 1000 : 0);

/** Sends a request. The body of the reply is not read, and a redirect is not followed. */
function send(url: URL, options: RequestOptions, payload: string | Buffer): Promise<PostReply> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, options, (response) => {
      // Closing the connection may still report an error.
      response.on('error', () => undefined).destroy();
      resolve({ status: response.statusCode ?? 0, retryAfterMs: readRetryAfter(response.headers['retry-after']) });
    });
    request.on('error', reject).end(payload);
  });
}

/** Sends a request within the time limit, to the public internet only unless told. Rejects with the reason without an answer. */
async function request(
  address: string,
  { headers, ...init }: { method: string; headers?: Record<string, string | number>; payload?: string | Buffer },
  { allowsPrivate, signal }: PostOptions,
): Promise<PostReply> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Node looks up no host that is an address.
  if (!allowsPrivate && isIP(host) && !isPublicIp(host)) throw refusePrivate(host);
  const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  const options: RequestOptions = {
    method: init.method,
    agent: false,
    headers: { 'user-agent': USER_AGENT, ...headers },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(!allowsPrivate && { lookup: lookupPublic }),
  };
  return send(url, options, init.payload ?? '').catch((error: unknown) => {
    throw timeout.aborted ? new Error(`no answer within ${ATTEMPT_TIMEOUT_MS / 1000} seconds`) : error;
  });
}

/** The receiver has answered, but not that it has taken the message. */
export class NotTaken extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
}

/** Posts signed JSON. Rejects with the reason unless the receiver answers 2xx in time: with `NotTaken` for another answer. */
export async function postSigned(post: SignedPost, options: PostOptions): Promise<void> {
  const { url, payload } = post;
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
    ...signatureHeaders(post),
  };
  const { status } = await request(url, { method: 'POST', headers, payload }, options);
  if (status < 200 || status > 299) throw new NotTaken(status);
}

/** Posts bytes. Rejects with the reason unless the receiver answers in time, whatever the answer is. */
export const postBytes = (
  url: string,
  headers: Record<string, string | number>,
  payload: Buffer,
  options: PostOptions,
): Promise<PostReply> =>
  request(url, { method: 'POST', headers: { ...headers, 'content-length': payload.length }, payload }, options);

/** Rejects with the reason unless an address answers in time, whatever the answer is. */
export async function requireReachable(url: string, options: PostOptions): Promise<void> {
  await request(url, { method: 'HEAD' }, options);
}
