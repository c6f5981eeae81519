import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { CaptchaWidget } from '#lib/contract/call.ts';

/** A CAPTCHA provider and the shop's keys there. */
export interface CaptchaSettings {
  provider: CaptchaWidget['provider'];
  siteKey: string;
  secret: string;
  /** Where script (`/api.js`) and verification (`/siteverify`) are, without a slash at the end; the provider's own addresses unless given. */
  url?: string | undefined;
}

/** What a check of a token came to; `unreachable` when the provider did not answer as documented. */
export type CaptchaOutcome = 'solved' | 'wrong' | 'unreachable';

export interface Captcha {
  /** What a page needs to show it. */
  widget: CaptchaWidget;
  /** Asks the provider whether a token is good; each is good once. `address` is the visitor's, where it is known. */
  verify: (token: string, address?: string) => Promise<CaptchaOutcome>;
}

/** How long the provider may take to answer, in milliseconds. */
const ANSWER_MS = 5000;

const addresses = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    verify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js', verify: 'https://api.hcaptcha.com/siteverify' },
} as const;

/** Both providers answer alike; their error codes say whether the shop's own secret is wrong. */
const answer = z.object({ success: z.boolean(), 'error-codes': z.optional(z.array(z.string())) });

/** Errors that are about the shop's set-up and not about the visitor: nobody could solve the CAPTCHA. */
const isOurs = (code: string): boolean => /secret|internal-error/.test(code);

/** Checks tokens with Turnstile or hCaptcha: `POST siteverify` with form fields `secret`, `response`, `remoteip` and, for hCaptcha,
 * `sitekey`. */
export function createCaptchaVerifier({ provider, siteKey, secret, url }: CaptchaSettings, log: Logger): Captcha {
  const { script, verify } = url ? { script: `${url}/api.js`, verify: `${url}/siteverify` } : addresses[provider];

  const ask = async (token: string, address: string | undefined): Promise<CaptchaOutcome> => {
    const body = new URLSearchParams({ secret, response: token, ...(address && { remoteip: address }) });
    if (provider === 'hcaptcha') body.set('sitekey', siteKey);
    const response = await fetch(verify, { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) });
    const { success, 'error-codes': errors = [] } = z.parse(answer, await response.json());
    if (success) return 'solved';
    if (!errors.some(isOurs)) return 'wrong';
    log.error({ provider, errors }, 'the CAPTCHA provider refuses this shop’s keys');
    return 'unreachable';
  };

  return {
    widget: { provider, site_key: siteKey, script },
    verify: async (token, address) => {
      try {
        return await ask(token, address);
      } catch (error) {
        log.error({ provider, err: error }, 'the CAPTCHA provider does not answer');
        return 'unreachable';
      }
    },
  };
}
