import { browserConnection } from '#lib/client/browser-connection.ts';
import { isOtherStore } from '#lib/client/other-store.ts';
import {
  defaultMessage,
  isMissing,
  isRefused,
  type Outcome,
  type Refused,
  type RequestOptions,
  refuse,
  request,
} from '#lib/client/request.ts';
import { untilShown } from '#lib/client/until-shown.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { adoptSaved } from '#lib/state/persistence/shared-map.ts';
import { tryStorage } from '#lib/state/persistence/storage.ts';
import { endExpiredSession, isSessionExpired } from '#lib/state/session/expired-session.ts';
import { sessionToken } from '#lib/state/session/session.ts';

/** How long a call that the store lacks is not made again, in milliseconds. */
const RETRY_MS = 60 * 60 * 1000;

const KEY_PREFIX = 'haat-lacks-';

/** Hides the parts of the page that need the call: styles name it in `[data-lacks~=…]`. */
function hideParts(name: string): void {
  const { dataset } = document.documentElement;
  dataset['lacks'] = `${dataset['lacks'] ?? ''} ${name}`.trim();
}

function isRecent(name: string): boolean {
  const foundAt = tryStorage('localStorage', (storage) => storage.getItem(KEY_PREFIX + name));
  return Date.now() - Number(foundAt) < RETRY_MS;
}

if (isOtherStore()) {
  const keys = tryStorage('localStorage', (storage) => Object.keys(storage)) ?? [];
  for (const key of keys) {
    const name = key.startsWith(KEY_PREFIX) && key.slice(KEY_PREFIX.length);
    if (name && isRecent(name)) hideParts(name);
  }
}

/** Whether a call beyond the specification was found to be missing at another store within the last hour. */
const isLacking = (call: Call): boolean => call.beyondSpecification === true && isOtherStore() && isRecent(call.name);

/** Remembers that another store does not know a call beyond the specification. */
function noteLacking(call: Call, refused: Refused): void {
  if (!call.beyondSpecification || !isOtherStore() || !isMissing(refused)) return;
  tryStorage('localStorage', (storage) => storage.setItem(KEY_PREFIX + call.name, String(Date.now())));
  hideParts(call.name);
}

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
  adoptSaved();
  if (token && token !== sessionToken()) return null;
  if (outcome && isRefused(outcome)) noteLacking(call, outcome);
  if (!needsSession || !outcome || !isRefused(outcome)) return outcome;
  return isSessionExpired(outcome) ? endExpiredSession(outcome, quiet) : outcome;
}
