import { registerCall } from '#lib/contract/auth.ts';
import type { BodyOf } from '#lib/contract/call.ts';
import { success } from '#lib/contract/texts.ts';
import { isRefused, joinMessages } from '#lib/state/session/call.ts';
import { callWithCaptcha } from '#lib/state/session/captcha.ts';
import { updateAuth } from '#lib/state/session/session.ts';
import { type ActionResult, toUser } from './complete-sign-in.ts';
import { authPath, reportAuthRefusal, signInAndRedirect, toastOnNextPage } from './redirect.ts';

/**
 * Signs a shopper up (specification 4.3). The user is stored; where the address has to be verified first nobody is signed in, and the
 * sign-in page says to look for the mail. Otherwise the shopper is signed in and led to where they were going.
 */
export async function signUp(form: BodyOf<typeof registerCall>): Promise<ActionResult> {
  updateAuth({ loading: true, error: null });
  const outcome = await callWithCaptcha(registerCall, { body: form });
  updateAuth({ loading: false });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    updateAuth({ error: joinMessages(outcome.message) });
    return reportAuthRefusal(outcome);
  }
  const { data, message } = outcome;
  if (!data.email_verification_token) return signInAndRedirect(data, message?.length ? message : success.registered);
  updateAuth({ user: toUser(data), isAuthenticated: false, verified: false });
  toastOnNextPage(message?.length ? message : success.registeredMail);
  location.replace(authPath('/signin?registered=1'));
  return { ok: true };
}
