import { toNetwork } from '#api/services/shorten-ip-address.ts';

/** Key shared by all requests without a known IP address: behind an untrusted proxy, or one that sends no valid address. */
export const UNKNOWN_IP = 'unknown';

export interface IpTier {
  name: string;
  factor: number;
  /** Separates the counters of addresses from those of networks. */
  tier: 'address' | 'network';
}

/** Visitors without a known address share one counter, which must fit a store's normal traffic. */
const UNKNOWN_FACTOR = 20;

/** Thousands of phones share a /24 of a mobile carrier. */
const IPV4_NETWORK_FACTOR = 20;

/** One customer of a hosting provider gets a /48: 65,536 networks of /64. */
const IPV6_NETWORK_FACTOR = 10;

/**
 * The counters of an IP address: an IPv4 address and its /24, or an IPv6 /64 and its /48, networks with a higher limit. `address` is an IPv4
 * address, the first four groups of an IPv6 address, or `UNKNOWN_IP`.
 */
export function listIpTiers(address: string): IpTier[] {
  if (address === UNKNOWN_IP) return [{ name: address, factor: UNKNOWN_FACTOR, tier: 'address' }];
  const single: IpTier = { name: address, factor: 1, tier: 'address' };
  const network = toNetwork(address);
  if (!network) return [single];
  const factor = address.includes(':') ? IPV6_NETWORK_FACTOR : IPV4_NETWORK_FACTOR;
  return [single, { name: network, factor, tier: 'network' }];
}
