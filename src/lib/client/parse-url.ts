/** Parses an address, relative to `base` if it is given; undefined if it is none. `URL.canParse` is missing in the oldest browsers. */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
