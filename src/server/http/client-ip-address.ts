import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { CLIENT_ADDRESS_HEADER, readIpAddress } from '#api/handlers/http/read-ip-address.ts';
import { isLoopbackHost } from '#api/loopback.ts';

/** Returns an IPv4-mapped IPv6 address as IPv4, `::ffff:192.0.2.1` → `192.0.2.1`; other text as it is. */
export const stripIpv4Mapping = (text: string): string => (isIPv6(text) ? ipaddr.process(text).toString() : text);

/** The client's address as reported by the trusted proxy: the last entry of X-Forwarded-For. */
function forwardedAddress(request: IncomingMessage): string {
  return (
    String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? ''
  );
}

/**
 * The client's address: of the connection, or from a trusted proxy. Undefined if unknown; a loopback address belongs to an untrusted
 * proxy, not to the client.
 */
function addressOf(request: IncomingMessage, trustProxy: boolean): string | undefined {
  const address = stripIpv4Mapping(trustProxy ? forwardedAddress(request) : (request.socket.remoteAddress ?? ''));
  return isIP(address) && !isLoopbackHost(address) ? address : undefined;
}

/** Sets the header from which the store reads the client's address, and removes any value that the client sent. */
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

/** Returns the client's address as rate limits count it (for IPv6 the /64 network); undefined if unknown. */
export function resolveClientAddress(request: IncomingMessage, trustProxy: boolean): string | undefined {
  const address = addressOf(request, trustProxy);
  return address === undefined ? undefined : readIpAddress(new Headers({ [CLIENT_ADDRESS_HEADER]: address }));
}
