import { lookup } from 'node:dns/promises';
import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { isIP } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import packageFile from '../../../../package.json' with { type: 'json' };
import { MAX_PICTURE_BYTES, PictureRefused, parseWebUrl, refuseTooLarge } from './accepted-pictures.ts';

/** All of IPv6 that is given out for the public internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is on the public internet: not in a loopback, private, link-local, carrier, multicast or reserved range, and for IPv6
 * inside 2000::/3 (so not unique local, link-local, IPv4-mapped or NAT64).
 */
export function isPublicIp(text: string): boolean {
  if (!isIP(text)) return false;
  const address = ipaddr.parse(text);
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalUnicast));
}

/** Timeout of a fetch with its redirects, in milliseconds. */
const FETCH_TIMEOUT_MS = 20_000;
/** How long one of several addresses of a host may take to begin its response, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5000;
const MAX_REDIRECTS = 3;

const PICTURE_TYPES = 'image/avif,image/webp,image/png,image/jpeg,image/gif';

/** How often a busy host is asked again, and the longest and the usual time before that, in seconds. */
const MAX_RETRIES = 2;
const MAX_WAIT_SECONDS = 8;
const USUAL_WAIT_SECONDS = 1;

/** Many hosts refuse a client without a name. */
const USER_AGENT = `${packageFile.name}/${packageFile.version}`;

/** An address of a host; `family` is 4 or 6. */
interface Target {
  address: string;
  family: number;
}

export interface FetchPictureOptions {
  /** Which IP addresses may be connected to; only public ones by default. */
  isAllowed?: (address: string) => boolean;
  /** Finds the addresses of a host, in the order in which they are tried. */
  findAddresses?: (host: string) => Promise<Target[]>;
}

/** Resolves a host to its addresses. Refuses it unless all of its addresses are allowed, which prevents requests to internal hosts (SSRF). */
async function resolve(url: URL, { isAllowed, findAddresses }: Required<FetchPictureOptions>): Promise<[Target, ...Target[]]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family ? [{ address: host, family }] : await findAddresses(host);
  const [first] = found;
  if (!first || !found.every(({ address }) => isAllowed(address))) {
    throw new PictureRefused('is at an address that is not on the public internet');
  }
  return [first, ...found.slice(1)];
}

function checkUrl(source: string, base?: URL): URL {
  const url = parseWebUrl(source, base);
  if (url.username || url.password) throw new PictureRefused('has a password in its address');
  return url;
}

/** What is asked for, and when to give up. */
interface Request {
  accept: string;
  signal: AbortSignal;
}

/** Sends the request to the resolved address. The host is not resolved again, which prevents DNS rebinding. */
function request(url: URL, target: Target, { accept, signal }: Request): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? getSecure : getPlain;
    get(
      url,
      {
        agent: false,
        headers: {
          accept,
          'accept-encoding': 'identity',
          'user-agent': USER_AGENT,
        },
        lookup: (_host, options, callback) =>
          options.all ? callback(null, [target]) : callback(null, target.address, target.family),
        signal,
      },
      resolve,
    ).on('error', reject);
  });
}

/** Sends the request to the first of a host's addresses that takes the connection. */
async function requestAny(url: URL, targets: [Target, ...Target[]], { accept, signal }: Request): Promise<IncomingMessage> {
  const [first, ...others] = targets;
  const [next, ...rest] = others;
  if (!next) return request(url, first, { accept, signal });
  // A first address that does not answer leaves time for the next.
  const impatient = new AbortController();
  const timer = setTimeout(() => impatient.abort(), CONNECT_TIMEOUT_MS);
  try {
    return await request(url, first, { accept, signal: AbortSignal.any([signal, impatient.signal]) });
  } catch (error) {
    if (signal.aborted) throw error;
    return requestAny(url, [next, ...rest], { accept, signal });
  } finally {
    clearTimeout(timer);
  }
}

/** The body of a response without its compression, which some hosts use unasked. Throws `PictureRefused` for an unknown one. */
export function unpackBody(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const decoder =
    encoding === 'br' ? createBrotliDecompress() : /^(?:x-)?(?:gzip|deflate)$/.test(encoding) ? createUnzip() : undefined;
  if (!decoder) throw new PictureRefused(`is packed in a way that cannot be read (${encoding})`);
  // Errors reach the reader of the decoder.
  return pipeline(response, decoder, () => undefined);
}

/** Reads the body, unpacked; both packed and unpacked it may have at most `MAX_PICTURE_BYTES`. */
async function readBody(response: IncomingMessage): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > MAX_PICTURE_BYTES) throw refuseTooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpackBody(response) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_PICTURE_BYTES) throw refuseTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The time after which a busy host wants to be asked again, in seconds; undefined when that is too long. */
function readWait(header: string | undefined): number | undefined {
  if (header === undefined) return USUAL_WAIT_SECONDS;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return USUAL_WAIT_SECONDS;
  return seconds <= MAX_WAIT_SECONDS ? Math.max(0, seconds) : undefined;
}

/** A reply that is no redirect; whoever asked for it destroys it. */
export interface OpenedAddress {
  url: URL;
  response: IncomingMessage;
}

/**
 * Asks for what is at a web address, with limits on redirects and on retries of a busy host. Only public IP addresses are connected to, also on
 * redirects. Throws `PictureRefused` for addresses that are not allowed, and errors of the network.
 */
export async function openAddress(
  source: string,
  request: Request,
  { isAllowed = isPublicIp, findAddresses = (host) => lookup(host, { all: true }) }: FetchPictureOptions = {},
): Promise<OpenedAddress> {
  let url = checkUrl(source);
  let [redirects, retries] = [0, 0];
  for (;;) {
    const response = await requestAny(url, await resolve(url, { isAllowed, findAddresses }), request);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    const wait = status === 429 || status === 503 ? readWait(response.headers['retry-after']) : undefined;
    const isRedirect = status >= 300 && status < 400 && location !== undefined;
    const isRetried = wait !== undefined && retries++ < MAX_RETRIES;
    if (!isRedirect && !isRetried) return { url, response };
    response.destroy();
    if (isRetried) await sleep(wait * 1000, undefined, { signal: request.signal });
    else if (redirects++ === MAX_REDIRECTS) throw new PictureRefused('redirects too often');
    else url = checkUrl(location ?? '', url);
  }
}

/**
 * Fetches a picture from the web, with limits on its size, on the time in all, on redirects and on retries of a busy host. Only public IP
 * addresses are connected to, also on redirects. Throws `PictureRefused` with the reason.
 */
export async function fetchPicture(source: string, options: FetchPictureOptions = {}): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  try {
    const { response } = await openAddress(source, { accept: PICTURE_TYPES, signal }, options);
    try {
      if (response.statusCode !== 200) throw new PictureRefused(`could not be fetched (status ${response.statusCode ?? 0})`);
      return await readBody(response);
    } finally {
      response.destroy();
    }
  } catch (error) {
    if (error instanceof PictureRefused) throw error;
    if (signal.aborted) throw new PictureRefused(`took longer than ${FETCH_TIMEOUT_MS / 1000} seconds`);
    throw new PictureRefused(`could not be fetched (${error instanceof Error && 'code' in error ? error.code : error})`);
  }
}
