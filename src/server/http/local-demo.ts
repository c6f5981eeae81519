import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopbackHost } from '#api/loopback.ts';
import { plainText } from './response-headers.ts';

/** Headers of reverse proxies: the request comes from another machine. */
const proxyHeader = /^(?:forwarded|x-forwarded-.+|x-real-ip|via|x-client-ip|true-client-ip|cf-connecting-ip)$/;

const message =
  'This demo shop can only be opened on the machine that runs it, because it shows one-time codes to everyone. ' +
  'To share it, start it with DEMO_MODE=1; to sell, follow "Host it" in the README.';

const withoutPort = (host: string): string => host.replace(/:\d*$/, '');

/** Whether a request comes from this machine, to a loopback host name, and not through a proxy. */
export function isLocalRequest({ headers, socket }: IncomingMessage): boolean {
  return (
    isLoopbackHost(withoutPort(headers.host ?? '')) &&
    isLoopbackHost(socket.remoteAddress ?? '') &&
    !Object.keys(headers).some((name) => proxyHeader.test(name))
  );
}

/** Answers 403 and explains how to share the shop: as JSON for a call, otherwise as text. */
export function refuseRemoteRequest(request: IncomingMessage, response: ServerResponse): void {
  const isCall = request.url?.startsWith('/api/');
  const body = isCall ? JSON.stringify({ success: false, message }) : `${message}\n`;
  const type = isCall && { 'content-type': 'application/json' };
  response.writeHead(403, { ...plainText, ...type, connection: 'close' }).end(body);
}
