import { UNKNOWN_IP } from '#api/services/limits/ip-network-limits.ts';

/** Header with the client's IP address. The host sets or removes it on every request, so clients cannot forge it. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/** An IPv6 address has 8 groups of 16 bits; the first 4 are its /64 prefix. */
const IPV6_GROUPS = 8;
const PREFIX_GROUPS = 4;

/** Removes leading zeros from a group of an IPv6 address. */
const normaliseGroup = (group: string): string => Number.parseInt(group || '0', 16).toString(16);

/** Reads the IP address as rate limits count it: an IPv4 address, the /64 prefix of an IPv6 address, or `UNKNOWN_IP`. */
export function readIpAddress(headers: Headers): string {
  const address = headers.get(CLIENT_ADDRESS_HEADER) || UNKNOWN_IP;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':');
  const after = tail ? tail.split(':').length : 0;
  const zeros = tail === undefined ? 0 : Math.max(0, IPV6_GROUPS - before.length - after);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...(tail ?? '').split(':')];
  return groups.slice(0, PREFIX_GROUPS).map(normaliseGroup).join(':');
}
