import { decodePath } from './decode-path.ts';

/** The most bytes of an old address: an index of PostgreSQL takes 2,704. */
export const MAX_OLD_ADDRESS_BYTES = 2000;

/** Query parameters that say where a visitor comes from, not what is asked for. */
const tracking =
  /^(?:utm_.*|gad_.*|mc_.*|_ga.*|gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|yclid|igshid|srsltid|ref|_pos|_sid|_ss|_psq|_fid|_v)$/i;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const control = /[\u0000-\u001f\u007f]/;

type Parameter = readonly [name: string, value: string];

const toQuery = (parameters: readonly Parameter[]): string =>
  new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString();

/** A parameter as it was sent and as it is compared. */
interface FoldedParameter {
  sent: Parameter;
  folded: Parameter;
}

/** An address as it is compared. */
interface FoldedAddress {
  path: string;
  /** Those that say what is asked for, in the order in which they are stored. */
  named: FoldedParameter[];
  /** Those of tracking. */
  others: Parameter[];
}

const fold = (text: string): string => text.toLowerCase().normalize('NFC');

const toKey = (path: string, named: readonly FoldedParameter[]): string =>
  named.length === 0 ? path : `${path}?${toQuery(named.map(({ folded }) => folded))}`;

/**
 * Reads an address of a former shop: a path with or without a query, or a URL of which only these count. Upper case, percent-encoding, superfluous
 * slashes, the fragment and parameters of tracking make no difference to what is compared. Undefined for what is none.
 */
function foldAddress(address: string): FoldedAddress | undefined {
  const text = address.trim();
  // A colon before the path would be that of a scheme, such as "javascript:".
  const isUrl = /^https?:\/\//i.test(text);
  if (text === '' || control.test(text) || (!isUrl && /^[^/?#]*:/.test(text))) return undefined;
  const url = isUrl ? URL.parse(text) : URL.parse(`/${text.replace(/^[\\/]+/, '')}`, 'http://shop.invalid');
  if (!url) return undefined;
  const pathname = url.pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  // A path that is not encoded in UTF-8 is compared as it is.
  const path = fold(decodePath(pathname) ?? pathname)
    .replaceAll('?', '%3f')
    .replaceAll('#', '%23');
  const sent = [...url.searchParams];
  const named = sent
    .filter(([name]) => !tracking.test(name))
    .map(([name, value]): FoldedParameter => ({ sent: [name, value], folded: [fold(name), fold(value)] }))
    .sort((a, b) => (a.folded.join('=') < b.folded.join('=') ? -1 : 1));
  const isReadable = !control.test(path) && !named.some(({ folded }) => folded.some((part) => control.test(part)));
  const bytes = new TextEncoder().encode(toKey(path, named)).length;
  if (!isReadable || bytes > MAX_OLD_ADDRESS_BYTES) return undefined;
  return { path, named, others: sent.filter(([name]) => tracking.test(name)) };
}

/** The form in which an old address is stored and found; undefined for what is none. */
export function oldAddressKey(address: string): string | undefined {
  const folded = foldAddress(address);
  return folded && toKey(folded.path, folded.named);
}

/** An old address as it is stored, for a file: without white space, and with the same key. */
export function formatOldAddress(key: string): string {
  const [path = '', query] = key.split('?', 2);
  return encodeURI(path) + (query === undefined ? '' : `?${query}`);
}

/** The most parameters of which every choice is looked for. */
const MAX_CHOSEN = 4;

/** A stored address that a request may mean. */
export interface AddressMatch {
  key: string;
  /** The query of the request without the parameters that the address names. */
  rest: string;
}

/** The stored addresses that a request may mean, those that name most of its parameters first. */
export function matchesOf(address: string): AddressMatch[] {
  const found = foldAddress(address);
  if (!found) return [];
  const { path, named, others } = found;
  const choices =
    named.length > MAX_CHOSEN
      ? [named, []]
      : Array.from({ length: 2 ** named.length }, (_, bits) => named.filter((_parameter, place) => bits & (1 << place)));
  return choices
    .toSorted((a, b) => b.length - a.length)
    .map((chosen) => {
      const left = named.filter((parameter) => !chosen.includes(parameter)).map(({ sent }) => sent);
      return { key: toKey(path, chosen), rest: toQuery([...left, ...others]) };
    });
}

/** Where an address may lead, as the end of a sentence if it may not. `mayLeave` allows https addresses of other sites. */
export function readRedirectTarget(text: string, mayLeave: boolean): { target: string } | { problem: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'is required' };
  if (control.test(text) || trimmed.length > MAX_OLD_ADDRESS_BYTES) return { problem: 'is no address' };
  if (/^\/(?![\\/])/.test(trimmed)) {
    const url = URL.parse(trimmed, 'https://shop.invalid');
    if (url?.host !== 'shop.invalid') return { problem: 'is no address' };
    return { target: url.pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '') + url.search + url.hash };
  }
  const url = URL.parse(trimmed);
  const isElsewhere =
    url?.protocol === 'https:' && url.username === '' && url.password === '' && /^https:\/\/[^\\/]/i.test(trimmed);
  if (isElsewhere && mayLeave) return { target: url.href };
  return {
    problem: mayLeave
      ? 'must be a path of this shop, such as /products/shirt, or a whole address that begins with https://'
      : 'must be a path of this shop, such as /products/shirt',
  };
}

/** A target with parameters of the request that its own query does not name. */
export function withParameters(target: string, rest: string): string {
  const given = [...new URLSearchParams(rest)];
  if (given.length === 0) return target;
  const [beforeHash = '', hash] = target.split('#', 2);
  const [path, query = ''] = beforeHash.split('?', 2);
  const own = new URLSearchParams(query);
  const added = given.filter(([name]) => !own.has(name));
  if (added.length === 0) return target;
  const joined = [query, new URLSearchParams(added).toString()].filter(Boolean).join('&');
  return `${path}?${joined}${hash === undefined ? '' : `#${hash}`}`;
}
