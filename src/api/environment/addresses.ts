import { isLoopbackHost } from '#api/loopback.ts';

const MAX_PORT = 65_535;
export const DEFAULT_PORT = 4321;
export const DEFAULT_HOST = 'localhost';

const urlOfPort = (port: number): string => `http://localhost:${port}`;

/** Public URL of a shop with default settings. */
export const DEFAULT_SITE_URL = urlOfPort(DEFAULT_PORT);

export function readPort(env: NodeJS.ProcessEnv, name: string, problems: string[]): number | undefined {
  const value = env[name];
  if (!value) return undefined;
  if (/^\d{1,5}$/.test(value) && Number(value) <= MAX_PORT) return Number(value);
  problems.push(`${name} must be a port number from 0 to ${MAX_PORT}, not "${value}"`);
  return undefined;
}

/** Normalises to origins as browsers send them, without path and trailing slash. The public address is one of them. */
export function readOrigins(env: NodeJS.ProcessEnv, problems: string[]): string[] {
  const siteUrl = env['PUBLIC_SITE_URL'] ?? '';
  const origins = parseList(env['STORE_ALLOWED_ORIGINS']).flatMap((item) => {
    if (isUrl(item, ['http:', 'https:'])) return new URL(item).origin;
    problems.push(`STORE_ALLOWED_ORIGINS must be origins such as https://shop.example, separated by commas, not "${item}"`);
    return [];
  });
  return [...new Set([...origins, ...(isUrl(siteUrl, ['http:', 'https:']) ? [new URL(siteUrl).origin] : [])])];
}

/** Reads the public URL. In production it is https, except on this machine. */
export function readSiteUrl(env: NodeJS.ProcessEnv, port: number, problems: string[]): string {
  const siteUrl = env['PUBLIC_SITE_URL'] || urlOfPort(port);
  if (!isUrl(siteUrl, ['http:', 'https:'])) problems.push('PUBLIC_SITE_URL must be a URL that begins with http:// or https://');
  else if (!isOrigin(siteUrl))
    problems.push(
      `PUBLIC_SITE_URL must be the address of the home page alone, such as ${new URL(siteUrl).origin}, without a path, query, # or user name: ` +
        'a shop has a host name of its own',
    );
  else if (env['NODE_ENV'] === 'production' && siteUrl.startsWith('http:') && !isLoopbackHost(new URL(siteUrl).hostname))
    problems.push(
      'PUBLIC_SITE_URL must begin with https:// in production, because passwords and codes would travel unencrypted. docs/hosting.md shows how',
    );
  return siteUrl;
}

/** Splits a comma-separated list. */
export const parseList = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** Whether a URL is an origin alone, apart from slashes at its end. */
export function isOrigin(text: string): boolean {
  const { username, password, pathname } = new URL(text);
  return !/[?#]/.test(text) && username === '' && password === '' && /^\/*$/.test(pathname);
}

/** Whether a text is an absolute URL with one of these protocols. */
export function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}
