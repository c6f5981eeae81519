import { UNKNOWN_IP } from '#api/services/limits/ip-tiers.ts';

/** The header by which the host tells the store who asks. The host sets or removes it on every request, whatever the visitor sent. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/** One group of an IPv6 address without leading zeros, so that each address has one spelling. */
const plainGroup = (group: string): string => Number.parseInt(group || '0', 16).toString(16);

/**
 * The visitor's network address as limits count it: an IPv4 address, the first four groups (the /64) of an IPv6 address, all of which one
 * visitor has, or `UNKNOWN_ADDRESS`.
 */
export function readIpAddress(headers: Headers): string {
  const address = headers.get(CLIENT_ADDRESS_HEADER) || UNKNOWN_IP;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':');
  const after = tail ? tail.split(':').length : 0;
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...(tail ?? '').split(':')];
  return groups.slice(0, 4).map(plainGroup).join(':');
}
