/** The shop's public origin: `PUBLIC_SITE_URL`, else the one the visitor used. */
export const resolveSiteOrigin = (url: URL): string => (process.env['PUBLIC_SITE_URL'] || url.origin).replace(/\/+$/, '');

/**
 * A path or address as an absolute address; a picture reference loses what follows `#`. What is no address at all is taken for the
 * name of a file of the shop, so that an owner's slip breaks no page.
 */
export function toAbsoluteUrl(path: string, url: URL): string {
  const [address = ''] = path.split('#', 1);
  const base = `${resolveSiteOrigin(url)}/`;
  return new URL(URL.canParse(address, base) ? address : encodeURIComponent(address.toWellFormed()), base).href;
}
