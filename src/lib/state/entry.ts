import type { Refused } from '#lib/client/request.ts';
import type { Session } from '#lib/contract/auth.ts';
import { TOAST_SHORT_MS } from '#lib/contract/limits.ts';
import { nextPath } from '#lib/rules/next-path.ts';
import { type ActionResult, signedIn } from './auth.ts';
import { toastRefusal } from './call.ts';
import { fetchFailure } from './fetch-failure.ts';
import { toastSuccess } from './toast.ts';

/** Says on the page that comes next what has just been done. */
export const tellNextPage = (message: string | string[]): void =>
  toastSuccess(message, { duration: TOAST_SHORT_MS, onNextPage: true });

/** The path that the address asks to be led to after signing in (`?next=`); home when it names none on this site. */
const wantedPath = (): string => nextPath(new URLSearchParams(location.search).get('next'));

/** Another account entry page, which keeps in mind where the shopper was going. */
export function entryPath(path: string): string {
  const next = wantedPath();
  return next === '/' ? path : `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;
}

/**
 * Signs in and leads to where the shopper was going, which takes this page's place in the history. A reply without a token signs
 * nobody in: then it leads to the sign-in page.
 */
export async function enter(session: Session, message: string | string[]): Promise<ActionResult> {
  const entered = await signedIn(session, { onNextPage: true });
  tellNextPage(message);
  location.replace(entered ? wantedPath() : entryPath('/signin'));
  return { ok: true };
}

/** What a form is told of a refusal, which a toast says as well (specification 8). */
export function refusal(refused: Refused): ActionResult {
  toastRefusal(refused, { duration: TOAST_SHORT_MS, subject: 'entry' });
  const { errors, httpStatus, unreadable } = refused;
  const unanswered = httpStatus === 0 || httpStatus >= 500 || unreadable === true;
  return { ok: false, message: fetchFailure(refused), unanswered, ...(errors && { fields: errors }) };
}
