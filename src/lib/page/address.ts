/** The shop's public origin: `PUBLIC_SITE_URL`, else the one the visitor used. */
export const siteOrigin = (url: URL): string => (process.env['PUBLIC_SITE_URL'] || url.origin).replace(/\/+$/, '');

/** A path or address as an absolute address; a picture reference loses what follows `#`. */
export const absolute = (path: string, url: URL): string => new URL(path.split('#', 1)[0] as string, `${siteOrigin(url)}/`).href;
