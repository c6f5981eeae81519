import { atom } from 'nanostores';
import type { Outcome, RequestOptions } from '#lib/client/request.ts';
import type { BodyOf, Call, CaptchaWidget } from '#lib/contract/call.ts';
import { callStore, isRefused } from './call.ts';

/** A CAPTCHA that a call waits for. */
export interface CaptchaChallenge {
  /** Another one for each challenge. */
  id: number;
  widget: CaptchaWidget;
  /** Goes on with the call: with the token of the solved CAPTCHA, or without one where the shopper gave up. */
  settle: (token: string | undefined) => void;
}

let challenges = 0;

/** The CAPTCHA to be shown; null while none is asked for. */
export const $captcha = atom<CaptchaChallenge | null>(null);

/** Shows a CAPTCHA and waits for its token; undefined where the shopper gave up or nothing on the page can show one. */
function solve(widget: CaptchaWidget): Promise<string | undefined> {
  if ($captcha.lc === 0) return Promise.resolve(undefined);
  $captcha.get()?.settle(undefined);
  return new Promise((resolve) => {
    const settle = (token: string | undefined): void => {
      $captcha.set(null);
      resolve(token);
    };
    $captcha.set({ id: ++challenges, widget, settle });
  });
}

/** As `callStore`; where the store asks for a CAPTCHA, the shopper solves one and the call is made again with its token. */
export async function callWithCaptcha<C extends Call>(
  call: C,
  options: RequestOptions<C> & { body: BodyOf<C> & { captcha_token?: string | undefined } },
): Promise<Outcome<C>> {
  let outcome = await callStore(call, options);
  while (outcome && isRefused(outcome) && outcome.code === 'captcha_required' && outcome.captcha) {
    const captcha_token = await solve(outcome.captcha);
    if (captcha_token === undefined) return outcome;
    outcome = await callStore(call, { ...options, body: { ...options.body, captcha_token } });
  }
  return outcome;
}
