import type { IncomingMessage } from 'node:http';
import { decodePath } from '#lib/rules/routes/decode-path.ts';

/** The path of a request target or relative URL, without query and fragment. */
export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] as string;

/** Whether a request has several Host headers, of which a proxy and this server could each use another (RFC 9112, 3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/** Whether a Host header is a host name or IP address with an optional port. */
export const isValidHost = (host: string): boolean =>
  /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) && URL.canParse(`http://${host}`);

/**
 * Normalises the request target to path and query: the origin of an absolute target (`GET http://shop.example/faq`) replaces the Host
 * header (RFC 9112, 3.2.2). Returns false for a request to refuse with 400: invalid target, invalid percent-encoding, or several hosts.
 */
export function normaliseTarget(request: IncomingMessage): boolean {
  if (hasSeveralHosts(request)) return false;
  const target = request.url ?? '';
  if (target === '*' && request.method === 'OPTIONS') {
    request.url = '/';
    return true;
  }
  if (/^https?:\/\//i.test(target) && URL.canParse(target)) {
    const { host, pathname, search } = new URL(target);
    request.url = pathname + search;
    request.headers.host = host;
  }
  return (request.url ?? '').startsWith('/') && decodePath(pathOf(request.url ?? '')) !== undefined;
}
