import type { IncomingMessage, ServerResponse } from 'node:http';
import { serialize } from 'hono/utils/cookie';
import { isLoopbackHost } from '#api/loopback.ts';
import { isSameSecret } from '#api/services/hashing.ts';
import { DEMO_LINK_COOKIE } from '#lib/contract/admin/demo-link-cookie.ts';
import { plainText } from './response-headers.ts';

/** Headers of reverse proxies: the request comes from another machine. */
const proxyHeader = /^(?:forwarded|x-forwarded-.+|x-real-ip|via|x-client-ip|true-client-ip|cf-connecting-ip)$/;

const message =
  'This demo shop can only be opened on the machine that runs it, because it shows one-time codes to everyone. ' +
  'To share it, start it with DEMO_MODE=1; to sell, follow docs/hosting.md.';

const withoutPort = (host: string): string => host.replace(/:\d*$/, '');

/** Whether a request comes from this machine, to a loopback host name, and not through a proxy. */
export function isLocalRequest({ headers, socket }: IncomingMessage): boolean {
  return (
    isLoopbackHost(withoutPort(headers.host ?? '')) &&
    isLoopbackHost(socket.remoteAddress ?? '') &&
    !Object.keys(headers).some((name) => proxyHeader.test(name))
  );
}

const LINK_PARAMETER = 'demo';

/** The link that opens a local demo at this address to a browser. */
export const demoLinkOf = (origin: string, token: string): string => `${origin}/?${LINK_PARAMETER}=${token}`;

/**
 * Responds to a request for the demo's link: sets a cookie for this browser and redirects to the address without the token, so that it is in
 * no history. Returns false for any other request.
 */
export function openDemoLink(request: IncomingMessage, response: ServerResponse, token: string): boolean {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  if (request.method !== 'GET' || path !== '/') return false;
  const parameters = new URLSearchParams(query);
  if (!isSameSecret(parameters.get(LINK_PARAMETER) ?? '', token)) return false;
  const cookie = serialize(DEMO_LINK_COOKIE, token, { path: '/', httpOnly: true, sameSite: 'Lax' });
  response.writeHead(303, { ...plainText, location: '/', 'set-cookie': cookie, 'referrer-policy': 'no-referrer' }).end();
  return true;
}

/** Responds with 403 and explains how to share the shop: as JSON for a call, otherwise as text. */
export function refuseRemoteRequest(request: IncomingMessage, response: ServerResponse): void {
  const isCall = request.url?.startsWith('/api/');
  const body = isCall ? JSON.stringify({ success: false, message }) : `${message}\n`;
  const type = isCall && { 'content-type': 'application/json' };
  response.writeHead(403, { ...plainText, ...type, connection: 'close' }).end(body);
}
