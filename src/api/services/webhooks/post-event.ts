import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns';
import { type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicIp } from '#api/services/pictures/fetch-picture.ts';
import packageFile from '../../../../package.json' with { type: 'json' };

/** Time limit of one attempt, in milliseconds. */
const ATTEMPT_TIMEOUT_MS = 10_000;

const USER_AGENT = `${packageFile.name}/${packageFile.version}`;

/** What is posted, and where. */
export interface EventPost {
  url: string;
  /** `whsec_…` */
  secret: string;
  /** The same on every attempt. */
  messageId: string;
  /** The body, as JSON. */
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
function signatureHeaders({ secret, messageId, payload }: EventPost): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${messageId}.${timestamp}.${payload}`).digest('base64');
  return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** Sends the request and returns the status. The body of the reply is not read, and a redirect is not followed. */
function send(url: URL, options: RequestOptions, payload: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, options, (response) => {
      // Closing the connection may still report an error.
      response.on('error', () => undefined).destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject).end(payload);
  });
}

/** Posts an event. Rejects with the reason unless the receiver answers 2xx in time. */
export async function postEvent(post: EventPost, { allowsPrivate, signal }: PostOptions): Promise<void> {
  const url = new URL(post.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Node looks up no host that is an address.
  if (!allowsPrivate && isIP(host) && !isPublicIp(host)) throw refusePrivate(host);
  const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(post.payload),
      'user-agent': USER_AGENT,
      ...signatureHeaders(post),
    },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(!allowsPrivate && { lookup: lookupPublic }),
  };
  const status = await send(url, options, post.payload).catch((error: unknown) => {
    throw timeout.aborted ? new Error(`no answer within ${ATTEMPT_TIMEOUT_MS / 1000} seconds`) : error;
  });
  if (status < 200 || status > 299) throw new Error(`answered ${status}`);
}
