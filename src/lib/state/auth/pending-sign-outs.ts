import * as z from 'zod/mini';
import { browserConnection } from '#lib/client/browser-connection.ts';
import { isRefused, type Refused, request } from '#lib/client/request.ts';
import { SESSION_IDLE_DAYS } from '#lib/contract/lifetimes.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { PENDING_SIGN_OUTS_KEY } from '#lib/contract/saved-state.ts';
import { logoutCall, USER_TOKEN } from '#lib/contract/sign-in.ts';
import { DAY_MS } from '#lib/rules/durations.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { readItem, writeItem } from '#lib/state/persistence/saved-state.ts';
import { isSessionExpired } from '#lib/state/session/expired-session.ts';
import { sessionToken } from '#lib/state/session/session.ts';

/** A session that has ended in this browser, but not yet in the store; `at` is when, in milliseconds since 1970. */
const pendingSignOut = z.object({ token: z.string(), at: z.number() });
type PendingSignOut = z.output<typeof pendingSignOut>;

/** The store ends an unused session by itself. */
const MAX_AGE_MS = SESSION_IDLE_DAYS * DAY_MS;

const TOO_MANY_REQUESTS = 429;

/** What storage has refused. */
let unsaved: readonly PendingSignOut[] = [];

function readSaved(): readonly PendingSignOut[] {
  try {
    return z.array(pendingSignOut).parse(JSON.parse(readItem(PENDING_SIGN_OUTS_KEY) ?? '[]'));
  } catch (error) {
    console.warn('The pending sign-outs cannot be read', error);
    return [];
  }
}

/** The tokens to end, apart from the stored session's: they are sent with no other call. */
export const listPendingSignOuts = (): PendingSignOut[] =>
  [...new Map([...readSaved(), ...unsaved].map((pending) => [pending.token, pending])).values()].filter(
    ({ at }) => Date.now() - at < MAX_AGE_MS,
  );

/** Replaces the list; what storage refuses is kept until the page is left. */
export function savePendingSignOuts(list: readonly PendingSignOut[]): void {
  const text = list.length > 0 ? JSON.stringify(list) : undefined;
  unsaved = writeItem(PENDING_SIGN_OUTS_KEY, text) ? [] : list;
}

/** Whether the store may still know the session after this refusal of a sign-out. */
export const isSignOutPending = ({ httpStatus }: Refused): boolean =>
  httpStatus === 0 || httpStatus >= 500 || httpStatus === TOO_MANY_REQUESTS;

let repeating: Promise<string | string[] | undefined> | undefined;

/**
 * Repeats the calls of the pending sign-outs, and again when the browser comes online, until the store has replied to each. Resolves to the
 * store's message about the last session that it has ended now. A session that has begun meanwhile is left alone.
 */
export function repeatSignOuts(): Promise<string | string[] | undefined> {
  repeating ??= repeat().finally(() => {
    repeating = undefined;
  });
  return repeating;
}

async function repeat(): Promise<string | string[] | undefined> {
  let message: string | string[] | undefined;
  // Equal requests in flight would cancel each other.
  const { inFlight: _, ...connection } = browserConnection;
  for (const { token } of listPendingSignOuts()) {
    if (token !== sessionToken()) {
      const outcome = await request(connection, logoutCall, { token, body: { user_token: USER_TOKEN } });
      if (!outcome || !isRefused(outcome)) message = messageOf(outcome ?? {}, success.logout);
      else if (isSignOutPending(outcome)) continue;
      // Another tab was faster.
      else if (isSessionExpired(outcome)) message ??= success.logout;
    }
    savePendingSignOuts(listPendingSignOuts().filter((pending) => pending.token !== token));
  }
  if (listPendingSignOuts().length > 0) addEventListener('online', () => void repeatSignOuts(), { once: true });
  return message;
}
