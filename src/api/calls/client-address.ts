/** The header by which the host tells the store who asks. The host sets or removes it on every request, whatever the visitor sent. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/**
 * The visitor's network address as limits count it; undefined when it is not known. Of an IPv6 address only the first half counts: a
 * visitor has all of the other.
 */
export function clientAddress(headers: Headers): string | undefined {
  const address = headers.get(CLIENT_ADDRESS_HEADER);
  if (!address?.includes(':')) return address ?? undefined;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  const written = tail === undefined ? groups : [...groups, ...Array.from({ length: 4 }, () => '0')];
  return written
    .slice(0, 4)
    .map((group) => group || '0')
    .join(':');
}
