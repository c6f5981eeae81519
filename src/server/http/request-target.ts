import type { IncomingMessage } from 'node:http';

/** Whether a request names more than one host: a proxy and this server could each believe another one (RFC 9112, 3.2). */
function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/** Whether a Host header names a host, with or without a port, of which an address can be made. */
export const isValidHost = (host: string): boolean =>
  /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) && URL.canParse(`http://${host}`);

function isWellEncoded(target: string): boolean {
  const path = target.split('?', 1)[0] as string;
  try {
    return !path.includes('%') || typeof decodeURIComponent(path) === 'string';
  } catch {
    return false;
  }
}

/**
 * Brings the request's target to a path with its query: an absolute one (`GET http://shop.example/faq`) loses its origin, which takes
 * the place of the Host header (RFC 9112, 3.2.2). False for a request that must be refused with 400: no such target, wrong escapes in
 * the path, or two hosts.
 */
export function normaliseTarget(request: IncomingMessage): boolean {
  if (namesSeveralHosts(request)) return false;
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
  return (request.url ?? '').startsWith('/') && isWellEncoded(request.url ?? '');
}
