import { PictureRefused } from './picture-refused.ts';

/** Adds `https:` to a protocol-relative URL. */
export const addProtocol = (source: string): string => source.replace(/^\/\//, 'https://');

/** Parses an `http:` or `https:` URL, which may be protocol-relative or relative to `base`. Throws `PictureRefused`. */
export function parseWebUrl(source: string, base?: URL): URL {
  const url = URL.parse(base ? source : addProtocol(source), base);
  if (!url || !/^https?:$/.test(url.protocol)) throw new PictureRefused('is not a web address');
  return url;
}
