import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopbackHost } from '#api/loopback.ts';

/** Headers that only a proxy writes: whoever sent the request is on another machine. */
const proxyHeader = /^(?:forwarded|x-forwarded-.+|x-real-ip|via|x-client-ip|true-client-ip|cf-connecting-ip)$/;

const sentence =
  'This demo shop is open on its own machine only, because it shows one-time codes to everybody. ' +
  'To show it to others, start it with DEMO_MODE=1; to sell, set it up as the README says under "Host it".';

/** The name in a Host header, without its port. */
const hostName = (host: string): string => host.replace(/:\d*$/, '');

/** Whether a request was made on this machine, by this machine's name, and not passed on by a proxy. */
export function isLocalRequest({ headers, socket }: IncomingMessage): boolean {
  return (
    isLoopbackHost(hostName(headers.host ?? '')) &&
    isLoopbackHost(socket.remoteAddress ?? '') &&
    !Object.keys(headers).some((name) => proxyHeader.test(name))
  );
}

/** Answers 403 and says what opens the shop to others: as JSON to a call, as text else. */
export function refuseRemoteRequest(request: IncomingMessage, response: ServerResponse): void {
  const isCall = request.url?.startsWith('/api/');
  const body = isCall ? JSON.stringify({ success: false, message: sentence }) : `${sentence}\n`;
  const type = isCall ? 'application/json' : 'text/plain; charset=utf-8';
  response.writeHead(403, { 'content-type': type, 'cache-control': 'no-store', connection: 'close' }).end(body);
}
