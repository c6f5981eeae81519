import { browserConnection } from '#lib/client/browser.ts';
import { type Outcome, type Refused, type RequestOptions, request } from '#lib/client/request.ts';
import type { Call, ReplyOf } from '#lib/contract/call.ts';
import { failure } from '#lib/contract/messages.ts';
import { forgetSession, sessionToken } from './session.ts';

/**
 * Makes a call with the stored token. An expired session signs the shopper out here, cart kept, and the refusal is passed on.
 * Null when the request was cancelled, or when another has signed in or the shopper has signed out meanwhile: the answer is not theirs.
 */
export async function callStore<C extends Call>(call: C, options: RequestOptions<C> = {}): Promise<Outcome<C>> {
  const token = sessionToken();
  const outcome = await request(browserConnection, call, { ...options, token });
  if (token && token !== sessionToken()) return null;
  const expired = outcome && isRefused(outcome) && outcome.httpStatus === 401 && outcome.message !== failure.applicationKey;
  // Where anyone may call, a 401 speaks of what was sent, such as a wrong password, and not of the session.
  if (token && expired && call.access !== 'anyone') forgetSession();
  return outcome;
}

export const isRefused = <C extends Call>(outcome: ReplyOf<C> | Refused): outcome is Refused =>
  (outcome as { success: boolean }).success === false;

/** Several messages as one text (specification 8: update joins with commas). */
export const joined = (message: string | string[]): string => [message].flat().join(', ');
