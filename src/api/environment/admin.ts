import { isLoopbackHost } from '#api/loopback.ts';
import { isOrigin, isUrl } from './parse-values.ts';

/** Where the admin pages are. */
export interface AdminSettings {
  /** Whether they are served at all, with their calls. */
  isOn: boolean;
  /** Origin of their own host; undefined on the host of the shop. */
  origin: string | undefined;
}

/** Reads `ADMIN` and `ADMIN_URL`. Adds to `problems`. */
export function readAdmin(env: NodeJS.ProcessEnv, siteUrl: string, problems: string[]): AdminSettings {
  const value = env['ADMIN'] || undefined;
  if (value && value !== 'on' && value !== 'off')
    problems.push(`ADMIN must be off to serve no admin pages, otherwise on, not "${value}"`);
  const url = env['ADMIN_URL'] || undefined;
  if (!url) return { isOn: value !== 'off', origin: undefined };
  const isValid = isUrl(url, ['http:', 'https:']) && isOrigin(url);
  if (!isValid) problems.push(`ADMIN_URL must be an address without a path, such as https://admin.shop.example, not "${url}"`);
  else if (isUrl(siteUrl, ['http:', 'https:']) && new URL(url).host === new URL(siteUrl).host)
    problems.push(
      'ADMIN_URL must have another host name than PUBLIC_SITE_URL. Unset it to serve the admin pages on the host of the shop',
    );
  else if (env['NODE_ENV'] === 'production' && url.startsWith('http:') && !isLoopbackHost(new URL(url).hostname))
    problems.push(
      'ADMIN_URL must begin with https:// in production, because passwords would travel unencrypted. docs/hosting.md shows how',
    );
  return { isOn: value !== 'off', origin: isValid ? new URL(url).origin : undefined };
}
