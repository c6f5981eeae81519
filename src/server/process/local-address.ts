import { isIPv6 } from 'node:net';

/** The URL of a server that listens on `host`, from the machine itself: `localhost` where that is every address, IPv6 in brackets. */
export function localAddress(host: string, port: number): string {
  if (host === '0.0.0.0' || (isIPv6(host) && /^[0:]+$/.test(host))) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
