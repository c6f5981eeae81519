/** The site's public origin: `PUBLIC_SITE_URL`, else the request's. */
export const resolveSiteOrigin = (url: URL): string => (process.env['PUBLIC_SITE_URL'] || url.origin).replace(/\/+$/, '');

/**
 * Resolves a path or URL to an absolute URL, without the fragment of a picture reference. A malformed URL is treated as a file name,
 * so that a wrong setting breaks no page.
 */
export function toAbsoluteUrl(path: string, url: URL): string {
  const [address = ''] = path.split('#', 1);
  const base = `${resolveSiteOrigin(url)}/`;
  return new URL(URL.canParse(address, base) ? address : encodeURIComponent(address.toWellFormed()), base).href;
}
