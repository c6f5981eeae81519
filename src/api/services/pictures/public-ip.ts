import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All of IPv6 that is given out for the public internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is on the public internet: not in a loopback, private, link-local, carrier, multicast or reserved range, and for IPv6
 * inside 2000::/3 (so not unique local, link-local, IPv4-mapped or NAT64).
 */
export function isPublicIp(text: string): boolean {
  if (!isIP(text)) return false;
  const address = ipaddr.parse(text);
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalUnicast));
}
