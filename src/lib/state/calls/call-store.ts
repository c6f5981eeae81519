import { browserConnection } from '#lib/client/browser-connection.ts';
import { defaultMessage, isRefused, type Outcome, type RequestOptions, refuse, request } from '#lib/client/request.ts';
import { untilShown } from '#lib/client/until-shown.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { endExpiredSession, isSessionExpired } from '#lib/state/session/expired-session.ts';
import { sessionToken } from '#lib/state/session/session.ts';
import { isLacking, noteLacking } from './lacking-calls.ts';

export interface CallOptions<C extends Call> extends RequestOptions<C> {
  /** Shows no toast when the session has expired: the caller leaves the page itself. */
  quiet?: boolean;
}

/**
 * Makes a call with the stored token. An expired session signs the shopper out, keeps the cart, shows one toast and returns the refusal.
 * Null when the request was cancelled or the session changed meanwhile, so that the reply belongs to someone else.
 */
export async function callStore<C extends Call>(call: C, { quiet, ...options }: CallOptions<C> = {}): Promise<Outcome<C>> {
  if (isLacking(call)) return refuse(call.failure, 404);
  const token = sessionToken();
  // Where anyone may call, a 401 is about what was sent, such as a wrong password, and not about the session.
  const needsSession = token !== undefined && call.access !== 'anyone';
  const outcome = await request(browserConnection, call, {
    ...options,
    token,
    failure: (reply) =>
      needsSession && reply.httpStatus === 401 ? failure.sessionExpired : defaultMessage(call, options.failure, reply),
  } as RequestOptions<C>);
  if (outcome && isRefused(outcome) && outcome.httpStatus === 0) await untilShown();
  if (token && token !== sessionToken()) return null;
  if (outcome && isRefused(outcome)) noteLacking(call, outcome);
  if (!needsSession || !outcome || !isRefused(outcome)) return outcome;
  return isSessionExpired(outcome) ? endExpiredSession(outcome, quiet) : outcome;
}
