import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { CLIENT_ADDRESS_HEADER, readIpAddress } from '#api/calls/http/client-address.ts';

const loopback = /^(127\.|::1$)/;

/** What a trusted proxy, the last one that added itself, saw as the visitor's address. */
function forwardedAddress(request: IncomingMessage): string {
  return (
    String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? ''
  );
}

/**
 * Who asks: the other end of the connection, or what the owner's proxy says. Undefined where that names nobody: a request from this very
 * machine comes from a proxy that is not trusted, and so from any visitor.
 */
function addressOf(request: IncomingMessage, trustProxy: boolean): string | undefined {
  const given = trustProxy ? forwardedAddress(request) : (request.socket.remoteAddress ?? '');
  const address = given.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) && !loopback.test(address) ? address : undefined;
}

/** Writes the visitor's address into the request for the store to read, over whatever the visitor wrote there. */
export function setClientAddressHeader(request: IncomingMessage, trustProxy: boolean): void {
  const { rawHeaders } = request;
  const address = addressOf(request, trustProxy);
  for (let i = rawHeaders.length - 2; i >= 0; i -= 2) {
    if (rawHeaders[i]?.toLowerCase() === CLIENT_ADDRESS_HEADER) rawHeaders.splice(i, 2);
  }
  delete request.headers[CLIENT_ADDRESS_HEADER];
  if (!address) return;
  rawHeaders.push(CLIENT_ADDRESS_HEADER, address);
  request.headers[CLIENT_ADDRESS_HEADER] = address;
}

/** The visitor's address as limits count it (of IPv6 the network's half); undefined where it is not known. */
export function resolveClientAddress(request: IncomingMessage, trustProxy: boolean): string | undefined {
  const address = addressOf(request, trustProxy);
  return address === undefined ? undefined : readIpAddress(new Headers({ [CLIENT_ADDRESS_HEADER]: address }));
}
