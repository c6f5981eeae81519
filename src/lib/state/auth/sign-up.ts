import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { registerCall } from '#lib/contract/sign-up.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { callWithCaptcha } from '#lib/state/calls/call-with-captcha.ts';
import { type ActionResult, runCall } from '#lib/state/calls/run-call.ts';
import { updateAuth } from '#lib/state/session/session.ts';
import { authToast, toastOnNextPage } from './auth-toasts.ts';
import { toUser } from './complete-sign-in.ts';
import { authPath, signInAndRedirect } from './redirect-after-sign-in.ts';
import { rememberSignInMethod } from './sign-in-method.ts';

/**
 * Signs a shopper up and stores the user (specification, sign-in). Where the email address must be verified first, redirects to the sign-in
 * page; otherwise signs in and redirects to `next`.
 */
export async function signUp(form: BodyOf<typeof registerCall>): Promise<ActionResult> {
  const sent = callWithCaptcha(registerCall, { body: form });
  const { reply, result } = await runCall(sent, { track: updateAuth, toast: authToast });
  if (!reply) return result;
  rememberSignInMethod('password');
  if (reply.data.token && !reply.data.email_verification_token)
    return signInAndRedirect(reply.data, messageOf(reply, success.registered));
  // Another store may send neither token; then the sign-in is next.
  const isPending = reply.data.email_verification_token !== undefined;
  if (isPending) updateAuth({ user: toUser(reply.data), isAuthenticated: false, verified: false });
  toastOnNextPage(messageOf(reply, isPending ? success.registeredMail : success.registered));
  location.replace(authPath(isPending ? `${paths.signIn()}?registered=1` : paths.signIn()));
  return result;
}
