import { atom } from 'nanostores';
import { isRefused, type Outcome, type RequestOptions } from '#lib/client/request.ts';
import type { BodyOf, Call, CaptchaWidget } from '#lib/contract/calls/define-call.ts';
import { callStore } from './call-store.ts';

/** A CAPTCHA that a call waits for. */
export interface CaptchaChallenge {
  /** Unique for each challenge. */
  id: number;
  widget: CaptchaWidget;
  /** Continues the call with the token of the solved CAPTCHA; undefined gives up. */
  settle: (token: string | undefined) => void;
}

let lastId = 0;

/** The CAPTCHA to show; null when there is none. */
export const $captcha = atom<CaptchaChallenge | null>(null);

/** Shows a CAPTCHA and resolves to its token; undefined when the shopper gives up or no listener on the page can show it. */
function solve(widget: CaptchaWidget): Promise<string | undefined> {
  if ($captcha.lc === 0) return Promise.resolve(undefined);
  $captcha.get()?.settle(undefined);
  return new Promise((resolve) => {
    const settle = (token: string | undefined): void => {
      $captcha.set(null);
      resolve(token);
    };
    lastId += 1;
    $captcha.set({ id: lastId, widget, settle });
  });
}

/** As `callStore`; when the store requires a CAPTCHA, shows one and retries with its token. */
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
