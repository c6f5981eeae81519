import type { IncomingMessage } from 'node:http';
import { isValidHost } from '#server/http/request-target.ts';

/** So many host names, beside the server's own, have pages of their own at a time. */
const MAX_HOSTS = 8;

/** A host name that was not asked for this long gives its place to another, in milliseconds. */
const HOST_KEPT_MS = 10 * 60_000;

/** Named in pages for a host name that has no place. */
const FALLBACK = 'http://localhost';

/** The longest host name with its port, in characters (RFC 1035). */
const MAX_HOST = 253 + 6;

/**
 * The origins that pages name in their canonical links. Pages of each origin are rendered and cached apart, so made-up Host headers
 * must not become origins without bound.
 */
export class Origins {
  readonly #siteOrigin: string | undefined;
  readonly #now: () => number;
  /** Host names with when each was last asked for. */
  readonly #hosts = new Map<string, number>();

  /** `siteUrl` is the shop's public address; without it, a page names the address that its visitor used. */
  constructor(siteUrl?: string, now: () => number = Date.now) {
    this.#siteOrigin = siteUrl ? new URL(siteUrl).origin : undefined;
    this.#now = now;
  }

  /** The origin of a request's page. A Host header that is no plain host name, or one too many, counts as none. */
  originOf(request: IncomingMessage): string {
    if (this.#siteOrigin) return this.#siteOrigin;
    const host = (request.headers.host ?? '').toLowerCase();
    return host.length <= MAX_HOST && isValidHost(host) && (this.#isOwn(host, request) || this.#hasPlace(host))
      ? `http://${host}`
      : FALLBACK;
  }

  /** Whether the host is this very server by its address: there are only so many of those, and they need no place. */
  #isOwn(host: string, { socket }: IncomingMessage): boolean {
    const { localAddress = '', localPort } = socket;
    const address = localAddress.replace(/^::ffff:/, '');
    const name = address.includes(':') ? `[${address}]` : address;
    return host === `${name}:${localPort}` || host === `localhost:${localPort}`;
  }

  #hasPlace(host: string): boolean {
    const now = this.#now();
    if (!this.#hosts.has(host) && this.#hosts.size >= MAX_HOSTS) {
      const [oldest, askedFor] = this.#hosts.entries().next().value as [string, number];
      if (now - askedFor < HOST_KEPT_MS) return false;
      this.#hosts.delete(oldest);
    }
    this.#hosts.delete(host);
    this.#hosts.set(host, now);
    return true;
  }
}
