import { lookup } from 'node:dns/promises';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { isIP } from 'node:net';
import { isPublicIp } from './public-ip.ts';
import { PictureRefused } from './refused.ts';

const MAX_BYTES = 15 * 1024 * 1024;
const TIME_LIMIT_MS = 20_000;
const MAX_REDIRECTS = 3;

export interface FetchPictureOptions {
  /** Which addresses may be connected to; only public ones unless told otherwise. */
  isAllowed?: (address: string) => boolean;
}

/** The address to connect to: every address the name has must be allowed, so that no name can point inward. */
async function resolve(url: URL, isAllowed: (address: string) => boolean): Promise<{ address: string; family: number }> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family ? [{ address: host, family }] : await lookup(host, { all: true });
  const [first] = found;
  if (!first || !found.every(({ address }) => isAllowed(address))) {
    throw new PictureRefused('stands at an address that is not on the public internet');
  }
  return first;
}

function checkAddress(source: string, base?: URL): URL {
  const url = URL.parse(source.startsWith('//') && !base ? `https:${source}` : source, base);
  if (!url || !/^https?:$/.test(url.protocol)) throw new PictureRefused('is not a web address');
  if (url.username || url.password) throw new PictureRefused('has a password in its address');
  return url;
}

/** Sends the request to exactly the address that was checked: the name is not looked up a second time. */
function request(url: URL, to: { address: string; family: number }, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const get = url.protocol === 'https:' ? getSecure : getPlain;
    get(
      url,
      {
        agent: false,
        headers: { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif', 'accept-encoding': 'identity' },
        lookup: (_host, options, found) => (options.all ? found(null, [to]) : found(null, to.address, to.family)),
        signal,
      },
      done,
    ).on('error', failed);
  });
}

async function body(response: IncomingMessage): Promise<Uint8Array> {
  const tooLarge = () => new PictureRefused('is larger than 15 MB');
  if (Number(response.headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Fetches a picture's bytes from the web: at most 15 MB, within 20 seconds in all, over at most 3 redirects, and only from public
 * addresses, each of them checked after its name was resolved and before anything is sent. Throws `PictureRefused` with the reason.
 */
export async function fetchPicture(source: string, { isAllowed = isPublicIp }: FetchPictureOptions = {}): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  let url = checkAddress(source);
  try {
    for (let redirects = 0; ; redirects++) {
      const response = await request(url, await resolve(url, isAllowed), signal);
      try {
        const status = response.statusCode ?? 0;
        const { location } = response.headers;
        if (status >= 300 && status < 400 && location) {
          if (redirects === MAX_REDIRECTS) throw new PictureRefused('redirects too often');
          url = checkAddress(location, url);
          continue;
        }
        if (status !== 200) throw new PictureRefused(`could not be fetched (status ${status})`);
        return await body(response);
      } finally {
        response.destroy();
      }
    }
  } catch (error) {
    if (error instanceof PictureRefused) throw error;
    if (signal.aborted) throw new PictureRefused('took longer than 20 seconds');
    throw new PictureRefused(`could not be fetched (${error instanceof Error && 'code' in error ? error.code : error})`);
  }
}
