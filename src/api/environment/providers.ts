import type { CdnSettings } from '#api/handlers/http/cdn-keys-of-replies.ts';
import type { CaptchaSettings } from '#api/services/limits/captcha-verification.ts';
import { captchaProviders } from '#lib/contract/calls/define-call.ts';
import { isUrl } from './parse-values.ts';

/** Reads the captcha provider and its keys; undefined without a provider. Adds to `problems`. */
export function readCaptcha(env: NodeJS.ProcessEnv, problems: string[]): CaptchaSettings | undefined {
  const value = env['CAPTCHA_PROVIDER'];
  if (!value) return undefined;
  const provider = captchaProviders.find((name) => name === value);
  if (!provider) problems.push(`CAPTCHA_PROVIDER must be ${captchaProviders.join(' or ')}, not "${value}"`);
  const siteKey = env['CAPTCHA_SITE_KEY'] ?? '';
  const secret = env['CAPTCHA_SECRET'] ?? '';
  if (!siteKey || !secret) problems.push('CAPTCHA_SITE_KEY and CAPTCHA_SECRET must be set when CAPTCHA_PROVIDER is');
  const url = env['CAPTCHA_URL']?.replace(/\/+$/, '') || undefined;
  if (url && !isUrl(url, ['http:', 'https:'])) problems.push('CAPTCHA_URL must be a URL that begins with http:// or https://');
  return { provider: provider ?? 'turnstile', siteKey, secret, url };
}

/** Reads the TTL of pages in a CDN and where to purge them; undefined without a CDN. Adds to `problems`. */
export function readCdn(env: NodeJS.ProcessEnv, problems: string[]): CdnSettings | undefined {
  const value = env['CDN_TTL'];
  if (!value || value === '0') return undefined;
  if (!/^\d{1,6}$/.test(value)) problems.push(`CDN_TTL must be a whole number of seconds, such as 600, not "${value}"`);
  if (!env['PUBLIC_SITE_URL']) problems.push('PUBLIC_SITE_URL must be set when CDN_TTL is: the pages that the CDN keeps name it');
  const url = env['CDN_PURGE_URL'];
  if (url && !isUrl(url, ['http:', 'https:'])) problems.push('CDN_PURGE_URL must be a URL that begins with http:// or https://');
  return { ttlSeconds: Number(value), purge: url ? { url, token: env['CDN_PURGE_TOKEN'] || undefined } : undefined };
}
