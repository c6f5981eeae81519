import { parseUrl } from '#lib/client/parse-url.ts';
import type { Session } from '#lib/contract/customer.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import type { ActionResult } from '#lib/state/calls/run-call.ts';
import { describeUnsaved } from '#lib/state/persistence/describe-unsaved.ts';
import { disableAuthGuard } from '#lib/state/session/disable-auth-guard.ts';
import { toastOnNextPage } from './auth-toasts.ts';
import { completeSignIn } from './complete-sign-in.ts';

/** Pages that redirect a signed-in customer: returning to one would loop (specification, routes). */
const authPaths = [paths.signIn(), paths.signUp, paths.forgotPassword, paths.resetPassword];

/** Base for parsing a relative URL; a different origin means that the URL leaves the site. */
const BASE = 'http://base.invalid';

/**
 * Sanitises the `next` parameter of the sign-in page: returns the normalised path with query and hash. URLs of other sites and the
 * sign-in and sign-up pages become the home page.
 */
export function sanitiseNextPath(next: string | null | undefined): string {
  const url = next?.startsWith('/') ? parseUrl(next, BASE) : undefined;
  if (!url) return paths.home;
  const { origin, pathname, search, hash } = url;
  const isUnsafe =
    origin !== BASE ||
    pathname.startsWith('//') ||
    authPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  return isUnsafe ? paths.home : pathname + search + hash;
}

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
