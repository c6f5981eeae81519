import type { IncomingMessage } from 'node:http';
import { MINUTE_MS } from '#lib/rules/durations.ts';
import { stripIpv4Mapping } from '#server/http/client-ip-address.ts';
import { isValidHost } from '#server/http/request-target.ts';

/** Host names, other than the server's own, with separately cached pages. */
const MAX_HOSTS = 8;

/** An unused host name may be evicted after this time, in milliseconds. */
const HOST_TTL_MS = 10 * MINUTE_MS;

/** Origin for host names beyond the limit. */
const FALLBACK_ORIGIN = 'http://localhost';

/** Maximum length of a host name with port, in characters (RFC 1035). */
const MAX_HOST = 253 + 6;

/** Chooses the origin for canonical links. Each origin has its own cached pages, so the number of Host headers accepted as one is limited. */
export class Origins {
  readonly #siteOrigin: string | undefined;
  readonly #now: () => number;
  /** Host names with the time of their last use, least recent first. */
  readonly #hosts = new Map<string, number>();

  /** `siteUrl` is the shop's public URL; without it, the origin is taken from the Host header. */
  constructor(siteUrl?: string, now: () => number = Date.now) {
    this.#siteOrigin = siteUrl ? new URL(siteUrl).origin : undefined;
    this.#now = now;
  }

  /** Returns the origin for a request's page; the fallback for an invalid Host header or one beyond the limit. */
  originOf(request: IncomingMessage): string {
    if (this.#siteOrigin) return this.#siteOrigin;
    const host = (request.headers.host ?? '').toLowerCase();
    return host.length <= MAX_HOST && isValidHost(host) && (this.#isOwnAddress(host, request) || this.#admit(host))
      ? `http://${host}`
      : FALLBACK_ORIGIN;
  }

  /** Whether the host is an address of this server; there are few of those, so they do not count towards the limit. */
  #isOwnAddress(host: string, { socket }: IncomingMessage): boolean {
    const { localAddress = '', localPort } = socket;
    const address = stripIpv4Mapping(localAddress);
    const name = address.includes(':') ? `[${address}]` : address;
    return host === `${name}:${localPort}` || host === `localhost:${localPort}`;
  }

  #admit(host: string): boolean {
    const now = this.#now();
    if (!this.#hosts.has(host) && this.#hosts.size >= MAX_HOSTS) {
      const [oldest, lastUsed] = this.#hosts.entries().next().value as [string, number];
      if (now - lastUsed < HOST_TTL_MS) return false;
      this.#hosts.delete(oldest);
    }
    this.#hosts.delete(host);
    this.#hosts.set(host, now);
    return true;
  }
}
