import { browserConnection } from '#lib/client/browser-connection.ts';
import { type Outcome, type Refused, type RequestOptions, request } from '#lib/client/request.ts';
import type { Call, ReplyOf } from '#lib/contract/call.ts';
import { failure } from '#lib/contract/texts.ts';
import { type ToastOptions, toastError } from '#lib/state/ui/toasts.ts';
import { clearSession, sessionToken } from './session.ts';

export interface CallOptions<C extends Call> extends RequestOptions<C> {
  /** Leaves the toast of an expired session to the caller, who leaves the page itself. */
  quiet?: boolean;
}

/**
 * Makes a call with the stored token. An expired session signs the shopper out here, cart kept, says so once on whatever screen it is,
 * and passes the refusal on. Null when the request was cancelled, or when another has signed in or the shopper has signed out
 * meanwhile: the answer is not theirs.
 */
export async function callStore<C extends Call>(call: C, { quiet, ...options }: CallOptions<C> = {}): Promise<Outcome<C>> {
  const token = sessionToken();
  const outcome = await request(browserConnection, call, { ...options, token } as RequestOptions<C>);
  if (token && token !== sessionToken()) return null;
  const expired = outcome && isRefused(outcome) && outcome.httpStatus === 401 && outcome.message !== failure.applicationKey;
  // Where anyone may call, a 401 speaks of what was sent, such as a wrong password, and not of the session.
  if (!token || !expired || call.access === 'anyone') return outcome;
  const message = outcome.message === call.failure ? failure.sessionExpired : outcome.message;
  if (!quiet) toastError(message, { subject: 'session', onNextPage: isGuarded() });
  clearSession();
  return { ...outcome, message, alreadyShown: !quiet };
}

/** Whether this page is left as soon as nobody is signed in (page/early/saved-state.js). */
const isGuarded = (): boolean => typeof document !== 'undefined' && document.documentElement.dataset['guard'] === 'customer';

export const isRefused = <C extends Call>(outcome: ReplyOf<C> | Refused): outcome is Refused =>
  (outcome as { success: boolean }).success === false;

/** Toasts a refusal, one toast for each of its messages, unless the shopper has been told already. */
export function toastRefusal({ message, alreadyShown: said }: Refused, options?: ToastOptions): void {
  if (!said) toastError(message, options);
}

/** Several messages as one text (specification 8: update joins with commas). */
export const joinMessages = (message: string | string[]): string => [message].flat().join(', ');
