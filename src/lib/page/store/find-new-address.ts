import { redirectCall } from '#lib/contract/calls/redirects.ts';
import { readRedirectTarget } from '#lib/rules/routes/old-address.ts';
import { loadPart } from './client.ts';

/**
 * Where an address that no page answers leads now: a path of the site, or a URL with https; undefined if it leads nowhere, null if the store
 * does not say.
 */
export async function findNewAddress({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Promise<string | undefined | null> {
  const { reply, failure } = await loadPart(redirectCall, { params: { address: pathname + search } });
  if (failure && (failure.httpStatus >= 500 || failure.httpStatus === 0)) return null;
  // Another store may send anything.
  const read = reply?.data.to === undefined ? undefined : readRedirectTarget(reply.data.to, true);
  return read && 'target' in read ? read.target : undefined;
}
