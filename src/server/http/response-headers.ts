import { IMMUTABLE } from '#api/services/cache-control.ts';
import { YEAR_SECONDS } from '#lib/rules/durations.ts';

/** Security headers of every response. The content security policy is set per page. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
};

/** HSTS, for a shop with an https address. */
export const httpsOnly = { 'strict-transport-security': `max-age=${YEAR_SECONDS}` };

export const noStore = { 'cache-control': 'no-store' };

/** For files whose name contains a hash of their content. */
export const immutable = { 'cache-control': IMMUTABLE };

/** For short messages in plain text. */
export const plainText = { 'content-type': 'text/plain; charset=utf-8', ...noStore };
