import type { Refused } from '#lib/client/request.ts';
import type { Session } from '#lib/contract/auth.ts';
import { sanitiseNextPath } from '#lib/rules/routes/next-path.ts';
import { TOAST_SHORT_MS } from '#lib/rules/timings.ts';
import { toastRefusal } from '#lib/state/session/call.ts';
import { describeFailure } from '#lib/state/session/failure-text.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
import { type ActionResult, completeSignIn } from './complete-sign-in.ts';

/** Says on the page that comes next what has just been done. */
export const toastOnNextPage = (message: string | string[]): void =>
  toastSuccess(message, { duration: TOAST_SHORT_MS, onNextPage: true });

/** The path that the address asks to be led to after signing in (`?next=`); home when it names none on this site. */
const wantedPath = (): string => sanitiseNextPath(new URLSearchParams(location.search).get('next'));

/** Another account entry page, which keeps in mind where the shopper was going. */
export function authPath(path: string): string {
  const next = wantedPath();
  return next === '/' ? path : `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;
}

/**
 * Signs in and leads to where the shopper was going, which takes this page's place in the history. A reply without a token signs
 * nobody in: then it leads to the sign-in page.
 */
export async function signInAndRedirect(session: Session, message: string | string[]): Promise<ActionResult> {
  const entered = await completeSignIn(session, { onNextPage: true });
  toastOnNextPage(message);
  location.replace(entered ? wantedPath() : authPath('/signin'));
  return { ok: true };
}

/** What a form is told of a refusal, which a toast says as well (specification 8). */
export function reportAuthRefusal(refused: Refused): ActionResult {
  toastRefusal(refused, { duration: TOAST_SHORT_MS, subject: 'entry' });
  const { errors, httpStatus, unreadable } = refused;
  const unanswered = httpStatus === 0 || httpStatus >= 500 || unreadable === true;
  return { ok: false, message: describeFailure(refused), storeFailed: unanswered, ...(errors && { fields: errors }) };
}
