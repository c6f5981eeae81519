/**
 * The network that an address is part of, as `clientAddress` writes addresses: "203.0.113.7" → "203.0.113.0/24", "2001:db8:1:2" →
 * "2001:db8:1::/48". Undefined for what is no address.
 */
export function toNetwork(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (/^[\da-f]{1,4}(:[\da-f]{1,4}){2,7}$/i.test(address)) return `${address.split(':').slice(0, 3).join(':')}::/48`;
  return undefined;
}
