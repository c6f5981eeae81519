import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { UNKNOWN_IP } from '#api/services/limits/ip-network-limits.ts';

/** Header with the client's IP address. The host sets or removes it on every request, so clients cannot forge it. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/** Groups of 16 bits in the /64 prefix of an IPv6 address. */
const PREFIX_GROUPS = 4;

/** Reads the IP address as rate limits count it: an IPv4 address, the /64 prefix of an IPv6 address, or `UNKNOWN_IP`. */
export function readIpAddress(headers: Headers): string {
  const address = headers.get(CLIENT_ADDRESS_HEADER) || UNKNOWN_IP;
  if (!isIPv6(address)) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, PREFIX_GROUPS);
  return groups.map((group) => group.toString(16)).join(':');
}
