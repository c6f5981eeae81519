/** The site's public origin: `PUBLIC_SITE_URL`, else the request's. */
export const resolveSiteOrigin = (url: URL): string => (process.env['PUBLIC_SITE_URL'] || url.origin).replace(/\/+$/, '');

/**
 * Resolves a path or URL to an absolute URL, without the fragment of a picture reference. A malformed URL is treated as a file name,
 * so that a wrong setting does not break pages.
 */
export function toAbsoluteUrl(path: string, url: URL): string {
  const [target = ''] = path.split('#', 1);
  const base = `${resolveSiteOrigin(url)}/`;
  return new URL(URL.canParse(target, base) ? target : encodeURIComponent(target.toWellFormed()), base).href;
}
