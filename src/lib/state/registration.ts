import { register } from '#lib/contract/auth.ts';
import type { BodyOf } from '#lib/contract/call.ts';
import { success } from '#lib/contract/messages.ts';
import { type ActionResult, userOf } from './auth.ts';
import { isRefused, joined } from './call.ts';
import { callWithCaptcha } from './captcha.ts';
import { enter, entryPath, refusal, tellNextPage } from './entry.ts';
import { changeAuth } from './session.ts';

/**
 * Signs a shopper up (specification 4.3). The user is stored; where the address has to be verified first nobody is signed in, and the
 * sign-in page says to look for the mail. Otherwise the shopper is signed in and led to where they were going.
 */
export async function signUp(form: BodyOf<typeof register>): Promise<ActionResult> {
  changeAuth({ loading: true, error: null });
  const outcome = await callWithCaptcha(register, { body: form });
  changeAuth({ loading: false });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    changeAuth({ error: joined(outcome.message) });
    return refusal(outcome);
  }
  const { data, message } = outcome;
  if (!data.email_verification_token) return enter(data, message?.length ? message : success.registered);
  changeAuth({ user: userOf(data), isAuthenticated: false, verified: false });
  tellNextPage(message?.length ? message : success.registeredMail);
  location.replace(entryPath('/signin?registered=1'));
  return { ok: true };
}
