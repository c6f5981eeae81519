import { toNetwork } from '#api/services/ip-network.ts';

/** What visitors count as whose address is not known: behind a proxy that is not trusted, or one that names no valid address. */
export const UNKNOWN_IP = 'unknown';

/** A name that tries are counted under, and how many times the limit of one address it may use. */
export interface IpTier {
  name: string;
  factor: number;
  /** Separates the counters of one tier from those of another. */
  tier: 'address' | 'network';
}

/** Visitors without a known address share one counter: high enough for a shop's normal traffic, and still a limit. */
const UNKNOWN_FACTOR = 20;

/** A /24 of a mobile carrier stands for thousands of phones. */
const IPV4_NETWORK_FACTOR = 20;

/** A /48 is what one customer of a hosting provider gets: 65,536 networks of /64. */
const IPV6_NETWORK_FACTOR = 10;

/**
 * The counters of a visitor's address: an IPv4 address and its /24, or an IPv6 /64 and its /48, the wider ones with a higher limit.
 * `address` is an IPv4 address, the first four groups of an IPv6 address, or `UNKNOWN_ADDRESS`.
 */
export function listIpTiers(address: string): IpTier[] {
  if (address === UNKNOWN_IP) return [{ name: address, factor: UNKNOWN_FACTOR, tier: 'address' }];
  const own: IpTier = { name: address, factor: 1, tier: 'address' };
  const network = toNetwork(address);
  if (!network) return [own];
  const factor = address.includes(':') ? IPV6_NETWORK_FACTOR : IPV4_NETWORK_FACTOR;
  return [own, { name: network, factor, tier: 'network' }];
}
