import type { Session } from '#lib/contract/customer.ts';
import { sanitiseNextPath } from '#lib/rules/routes/next-path.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import type { ActionResult } from '#lib/state/calls/run-call.ts';
import { describeUnsaved } from '#lib/state/persistence/describe-unsaved.ts';
import { disableAuthGuard } from '#lib/state/session/disable-auth-guard.ts';
import { toastOnNextPage } from './auth-toasts.ts';
import { completeSignIn } from './complete-sign-in.ts';

/** The sanitised `next` parameter of this page's URL; the home page when there is none. */
const nextPath = (): string => sanitiseNextPath(new URLSearchParams(location.search).get('next'));

/** The path of another sign-in or sign-up page, with this page's `next` parameter. */
export function authPath(path: string): string {
  const next = nextPath();
  return next === paths.home ? path : `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;
}

/**
 * Signs in and redirects to `next`, replacing this page in the history. A reply without a token signs no one in and redirects to the
 * sign-in page. Fails where the session could not be saved: the next page would ask for the sign-in again.
 */
export async function signInAndRedirect(session: Session, message: string | string[]): Promise<ActionResult> {
  // Another tab that sees the sign-in writes to the storage, which would make the guard leave for the home page.
  disableAuthGuard();
  const signedIn = await completeSignIn(session, { onNextPage: true });
  const unsaved = signedIn ? describeUnsaved('auth') : undefined;
  if (unsaved) return { ok: false, message: unsaved };
  toastOnNextPage(message);
  location.replace(signedIn ? nextPath() : authPath(paths.signIn()));
  return { ok: true };
}
