import { map } from 'nanostores';
import type { Refused } from '#lib/client/request.ts';
import { endSessionCall, endSessionsCall, getSessionsCall, type SignedInDevice } from '#lib/contract/sessions.ts';
import { success } from '#lib/contract/texts.ts';
import { TOAST_SHORT_MS } from '#lib/rules/timings.ts';
import type { ActionResult } from '#lib/state/auth/complete-sign-in.ts';
import { inheritOrigin } from '#lib/state/persistence/change-origin.ts';
import { registerForReset, resetStores } from '#lib/state/persistence/reset.ts';
import { clearSavedState } from '#lib/state/persistence/saved-state.ts';
import { callStore, isRefused, joinMessages, toastRefusal } from '#lib/state/session/call.ts';
import { describeFailure } from '#lib/state/session/failure-text.ts';
import { $auth } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';

/** Where the customer is signed in. Belongs to the tab that shows it. */
export interface DevicesState {
  /** This device first; null until they were fetched. */
  devices: readonly SignedInDevice[] | null;
  loading: boolean;
  error: string | null;
  /** The session that is being ended, or `all`; null when none is. */
  ending: string | null;
}

const unknown: DevicesState = { devices: null, loading: false, error: null, ending: null };

export const $devices = registerForReset(map(unknown), unknown);
// Whoever signs in next has other devices.
$auth.listen((auth) => {
  if (!auth.isAuthenticated && $devices.get().devices) $devices.set(inheritOrigin(auth, { ...unknown }));
});

const about = { duration: TOAST_SHORT_MS, subject: 'devices' };

/** Loads the list; one that was loaded before stays when it fails. */
export async function fetchDevices(): Promise<void> {
  $devices.set({ ...$devices.get(), loading: true, error: null });
  const outcome = await callStore(getSessionsCall);
  if (!outcome) return $devices.setKey('loading', false);
  if (isRefused(outcome)) return $devices.set({ ...$devices.get(), loading: false, error: describeFailure(outcome) });
  $devices.set({ ...$devices.get(), devices: outcome.data, loading: false, error: null });
}

/** Signs another device out and loads the list anew. */
export async function signOutDevice({ session_id }: SignedInDevice): Promise<ActionResult> {
  $devices.setKey('ending', session_id);
  const outcome = await callStore(endSessionCall, { body: { session_id } });
  $devices.setKey('ending', null);
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) return refused(outcome);
  toastSuccess(outcome.message?.length ? outcome.message : success.sessionEnded, about);
  await fetchDevices();
  return { ok: true };
}

/**
 * Signs the customer out on every device, this one as well: forgets what is saved, as `signOut` does, and goes to the sign-in page. When
 * the call fails the customer stays signed in, since the other devices are.
 */
export async function signOutEverywhere(): Promise<ActionResult> {
  $devices.setKey('ending', 'all');
  const outcome = await callStore(endSessionsCall);
  $devices.setKey('ending', null);
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) return refused(outcome);
  clearSavedState();
  resetStores();
  const message = outcome.message?.length ? outcome.message : success.sessionsEnded;
  toastSuccess(message, { duration: TOAST_SHORT_MS, onNextPage: true });
  location.replace('/signin');
  return { ok: true };
}

function refused(outcome: Refused): ActionResult {
  toastRefusal(outcome, about);
  return { ok: false, message: joinMessages(outcome.message) };
}
