import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { PROVIDER_TIMEOUT_MS } from '#api/services/concurrency.ts';
import type { CaptchaWidget } from '#lib/contract/calls/define-call.ts';
import { fetchText, jsonOf, MAX_PROVIDER_REPLY_BYTES } from '#lib/rules/http/fetch-text.ts';

/** A CAPTCHA provider and the store's keys for it. */
export interface CaptchaSettings {
  provider: CaptchaWidget['provider'];
  siteKey: string;
  secret: string;
  /** Base URL of script (`/api.js`) and verification (`/siteverify`), without a trailing slash. Defaults to the provider's. */
  url?: string | undefined;
}

/** The result of a verification; `unreachable` when the provider did not respond as documented. */
type CaptchaOutcome = 'solved' | 'wrong' | 'unreachable';

export interface Captcha {
  widget: CaptchaWidget;
  /** Verifies a single-use token with the provider. `ipAddress` is the visitor's, where it is known. */
  verify: (token: string, ipAddress?: string) => Promise<CaptchaOutcome>;
}

const urls = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    verify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js', verify: 'https://api.hcaptcha.com/siteverify' },
} as const;

const verification = z.object({ success: z.boolean(), 'error-codes': z.optional(z.array(z.string())) });

/** Error codes about the store's keys or the provider itself, where no visitor could solve the CAPTCHA. */
const isConfigurationError = (code: string): boolean => /secret|internal-error/.test(code);

/**
 * Creates a verifier for Turnstile or hCaptcha: `POST siteverify` with form fields `secret`, `response`, `remoteip` and, for hCaptcha,
 * `sitekey`. Errors and timeouts are logged and count as `unreachable`.
 */
export function createCaptchaVerifier({ provider, siteKey, secret, url }: CaptchaSettings, log: Logger): Captcha {
  const { script, verify } = url ? { script: `${url}/api.js`, verify: `${url}/siteverify` } : urls[provider];

  const requestVerification = async (token: string, ipAddress: string | undefined): Promise<CaptchaOutcome> => {
    const body = new URLSearchParams({ secret, response: token, ...(ipAddress && { remoteip: ipAddress }) });
    if (provider === 'hcaptcha') body.set('sitekey', siteKey);
    const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
    const reply = await fetchText(verify, { method: 'POST', body, signal, maxBytes: MAX_PROVIDER_REPLY_BYTES });
    const { success, 'error-codes': errors = [] } = z.parse(verification, jsonOf(reply));
    if (success) return 'solved';
    if (!errors.some(isConfigurationError)) return 'wrong';
    log.error({ provider, errors }, 'the CAPTCHA provider rejected the store’s keys');
    return 'unreachable';
  };

  return {
    widget: { provider, site_key: siteKey, script },
    verify: async (token, ipAddress) => {
      try {
        return await requestVerification(token, ipAddress);
      } catch (error) {
        log.error({ provider, err: error }, 'the CAPTCHA provider is unreachable');
        return 'unreachable';
      }
    },
  };
}
