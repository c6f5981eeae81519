import { lookup } from 'node:dns/promises';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { isIP } from 'node:net';
import { parseWebUrl } from './parse-web-url.ts';
import { PictureRefused } from './picture-refused.ts';
import { isPublicIp } from './public-ip.ts';
import { MAX_PICTURE_BYTES, refuseTooLarge } from './size-limit.ts';

/** Timeout of a fetch with its redirects, in milliseconds. */
const FETCH_TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 3;

export interface FetchPictureOptions {
  /** Which IP addresses may be connected to; only public ones by default. */
  isAllowed?: (address: string) => boolean;
}

/** Resolves a host. Refuses it unless all of its addresses are allowed, which prevents requests to internal hosts (SSRF). */
async function resolve(url: URL, isAllowed: (address: string) => boolean): Promise<{ address: string; family: number }> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family ? [{ address: host, family }] : await lookup(host, { all: true });
  const [first] = found;
  if (!first || !found.every(({ address }) => isAllowed(address))) {
    throw new PictureRefused('is at an address that is not on the public internet');
  }
  return first;
}

function checkUrl(source: string, base?: URL): URL {
  const url = parseWebUrl(source, base);
  if (url.username || url.password) throw new PictureRefused('has a password in its address');
  return url;
}

/** Sends the request to the resolved address. The host is not resolved again, which prevents DNS rebinding. */
function request(url: URL, target: { address: string; family: number }, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? getSecure : getPlain;
    get(
      url,
      {
        agent: false,
        headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif', 'accept-encoding': 'identity' },
        lookup: (_host, options, callback) =>
          options.all ? callback(null, [target]) : callback(null, target.address, target.family),
        signal,
      },
      resolve,
    ).on('error', reject);
  });
}

async function readBody(response: IncomingMessage): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > MAX_PICTURE_BYTES) throw refuseTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_PICTURE_BYTES) throw refuseTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Fetches a picture from the web, with limits on its size, on the time in all and on redirects. Only public IP addresses are connected to,
 * also on redirects. Throws `PictureRefused` with the reason.
 */
export async function fetchPicture(source: string, { isAllowed = isPublicIp }: FetchPictureOptions = {}): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  let url = checkUrl(source);
  try {
    for (let redirects = 0; ; redirects++) {
      const response = await request(url, await resolve(url, isAllowed), signal);
      try {
        const status = response.statusCode ?? 0;
        const { location } = response.headers;
        if (status >= 300 && status < 400 && location) {
          if (redirects === MAX_REDIRECTS) throw new PictureRefused('redirects too often');
          url = checkUrl(location, url);
          continue;
        }
        if (status !== 200) throw new PictureRefused(`could not be fetched (status ${status})`);
        return await readBody(response);
      } finally {
        response.destroy();
      }
    }
  } catch (error) {
    if (error instanceof PictureRefused) throw error;
    if (signal.aborted) throw new PictureRefused(`took longer than ${FETCH_TIMEOUT_MS / 1000} seconds`);
    throw new PictureRefused(`could not be fetched (${error instanceof Error && 'code' in error ? error.code : error})`);
  }
}
