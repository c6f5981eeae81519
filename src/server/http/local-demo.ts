import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopbackHost } from '#api/loopback.ts';
import { plainText } from './headers.ts';

/** Headers of reverse proxies: the request comes from another machine. */
const proxyHeader = /^(?:forwarded|x-forwarded-.+|x-real-ip|via|x-client-ip|true-client-ip|cf-connecting-ip)$/;

const message =
  'This demo shop is open on its own machine only, because it shows one-time codes to everybody. ' +
  'To show it to others, start it with DEMO_MODE=1; to sell, set it up as the README says under "Host it".';

const withoutPort = (host: string): string => host.replace(/:\d*$/, '');

/** Whether a request comes from this machine, to a loopback host name, and not through a proxy. */
export function isLocalRequest({ headers, socket }: IncomingMessage): boolean {
  return (
    isLoopbackHost(withoutPort(headers.host ?? '')) &&
    isLoopbackHost(socket.remoteAddress ?? '') &&
    !Object.keys(headers).some((name) => proxyHeader.test(name))
  );
}

/** Answers 403 with how to open the shop to others: as JSON for a call, otherwise as text. */
export function refuseRemoteRequest(request: IncomingMessage, response: ServerResponse): void {
  const isCall = request.url?.startsWith('/api/');
  const body = isCall ? JSON.stringify({ success: false, message }) : `${message}\n`;
  const type = isCall && { 'content-type': 'application/json' };
  response.writeHead(403, { ...plainText, ...type, connection: 'close' }).end(body);
}
