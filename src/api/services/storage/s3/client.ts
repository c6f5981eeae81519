import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type IncomingMessage, Agent as PlainAgent, request as requestPlain } from 'node:http';
import { request as requestSecure, Agent as SecureAgent } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { isTransient, S3Failure, S3Timeout } from './failure.ts';
import { bucketUrl, type S3Settings } from './settings.ts';

/** Default timeout of a connection without any data, in milliseconds. */
const IDLE_TIMEOUT_MS = 10_000;

/** Attempts per request, the first included, and the backoff after the first one in milliseconds; it doubles each time. */
const MAX_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 200;

/** Connections to the service at a time; further requests wait. */
const MAX_CONNECTIONS = 32;

/** Clock difference above which requests are signed with the service's time, in milliseconds; the service accepts 15 minutes. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** The most of an error reply that is read, in bytes. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Bytes, or a part of a local file, both ends inclusive. */
export type S3Body = Uint8Array | { path: string; start: number; end: number };

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Key of an object; by default the bucket itself. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: S3Body;
  signal?: AbortSignal | undefined;
}

export type SendToS3 = (request: S3Request) => Promise<IncomingMessage>;

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

function urlOf(settings: S3Settings, { key, query = {} }: S3Request): string {
  const path = key === undefined ? '' : `/${key.split('/').map(encode).join('/')}`;
  const search = Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
  return `${bucketUrl(settings)}${path}${search && `?${search}`}`;
}

const sizeOf = (body: S3Body | undefined): number =>
  body === undefined ? 0 : body instanceof Uint8Array ? body.length : body.end - body.start + 1;

/** SHA-256 of a body as hex digits; a file is read for it. */
export async function hashBody(body: S3Body | undefined): Promise<string> {
  const hash = createHash('sha256');
  if (body instanceof Uint8Array) hash.update(body);
  else if (body && sizeOf(body) > 0) await pipeline(createReadStream(body.path, body), hash);
  return hash.digest('hex');
}

async function readError(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > MAX_ERROR_BYTES) break;
  }
  return text;
}

/** A refusal with the service's time (milliseconds since 1970; NaN when unknown), which a wrong clock is corrected by. */
class RefusedAt extends Error {
  readonly failure: S3Failure;
  readonly serverTime: number;

  constructor(failure: S3Failure, serverTime: number) {
    super(failure.message);
    this.failure = failure;
    this.serverTime = serverTime;
  }
}

/**
 * Creates the function that sends requests to a bucket. It signs them with the hash of their body, which the service checks, resolves to a
 * successful response whose body must be read or destroyed, and retries with exponential backoff. Throws `S3Failure`, `S3Timeout` or an
 * error of Node.
 */
export function createS3Client(settings: S3Settings, idleTimeoutMs = IDLE_TIMEOUT_MS): SendToS3 {
  const isSecure = bucketUrl(settings).startsWith('https:');
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const agent = isSecure ? new SecureAgent(options) : new PlainAgent(options);
  const send = isSecure ? requestSecure : requestPlain;
  const cache = new Map<string, ArrayBuffer>();
  let clockOffsetMs = 0;

  const sign = async (request: S3Request, bodyHash: string): Promise<{ url: URL; headers: Record<string, string> }> => {
    const datetime = new Date(Date.now() + clockOffsetMs).toISOString().replace(/[:-]|\.\d{3}/g, '');
    const { accessKeyId, secretAccessKey, region } = settings;
    const headers = { ...request.headers, 'x-amz-content-sha256': bodyHash };
    const signer = new AwsV4Signer({
      method: request.method,
      url: urlOf(settings, request),
      headers,
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      cache,
      datetime,
    });
    const signed = await signer.sign();
    return {
      url: signed.url,
      headers: { ...Object.fromEntries(signed.headers), 'content-length': String(sizeOf(request.body)) },
    };
  };

  const exchange = async (request: S3Request, bodyHash: string): Promise<IncomingMessage> => {
    const { url, headers } = await sign(request, bodyHash);
    const { method, body, signal } = request;
    return new Promise((resolve, reject) => {
      const outgoing = send(url, { method, headers, agent, ...(signal && { signal }) }, resolve);
      outgoing.on('error', reject);
      outgoing.setTimeout(idleTimeoutMs, () =>
        outgoing.destroy(new S3Timeout(`no answer within ${idleTimeoutMs / 1000} seconds`)),
      );
      if (body === undefined || body instanceof Uint8Array) outgoing.end(body);
      else pipeline(createReadStream(body.path, body), outgoing).catch(reject);
    });
  };

  const attempt = async (request: S3Request, bodyHash: string): Promise<IncomingMessage> => {
    const response = await exchange(request, bodyHash);
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return response;
    throw new RefusedAt(
      new S3Failure(status, await readError(response), response.headers),
      Date.parse(response.headers.date ?? ''),
    );
  };

  const correctClock = (error: unknown): boolean => {
    if (!(error instanceof RefusedAt) || error.failure.status !== 403) return false;
    const difference = error.serverTime - (Date.now() + clockOffsetMs);
    if (!(Math.abs(difference) > CLOCK_TOLERANCE_MS)) return false;
    clockOffsetMs += difference;
    return true;
  };

  return async (request) => {
    const bodyHash = await hashBody(request.body);
    let isClockCorrected = false;
    for (let attempts = 1; ; ) {
      try {
        return await attempt(request, bodyHash);
      } catch (error) {
        if (!isClockCorrected && correctClock(error)) {
          isClockCorrected = true;
          continue;
        }
        const failure = error instanceof RefusedAt ? error.failure : error;
        if (attempts === MAX_ATTEMPTS || !isTransient(failure)) throw failure;
        await sleep(FIRST_BACKOFF_MS * 2 ** (attempts - 1) * (0.5 + Math.random() / 2), undefined, { signal: request.signal });
        attempts++;
      }
    }
  };
}
