/**
 * The network of an IP address as `readIpAddress` returns it: "203.0.113.7" → "203.0.113.0/24", "2001:db8:1:2" → "2001:db8:1::/48".
 * Undefined for anything else.
 */
export function toNetwork(ipAddress: string | undefined): string | undefined {
  if (ipAddress === undefined) return undefined;
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(ipAddress)) return `${ipAddress.split('.').slice(0, 3).join('.')}.0/24`;
  if (/^[\da-f]{1,4}(:[\da-f]{1,4}){2,7}$/i.test(ipAddress)) return `${ipAddress.split(':').slice(0, 3).join(':')}::/48`;
  return undefined;
}
