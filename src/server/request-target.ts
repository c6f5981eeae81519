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

/**
 * Brings the request's target to a path with its query: an absolute one (`GET http://shop.example/faq`) loses its origin, which takes
 * the place of the Host header (RFC 9112, 3.2.2). False for a request that must be refused with 400.
 */
export function normaliseTarget(request: IncomingMessage): boolean {
  if (namesSeveralHosts(request)) return false;
  const target = request.url ?? '';
  if (target.startsWith('/')) return true;
  if (target === '*' && request.method === 'OPTIONS') {
    request.url = '/';
    return true;
  }
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return false;
  const { host, pathname, search } = new URL(target);
  request.url = pathname + search;
  request.headers.host = host;
  return true;
}
