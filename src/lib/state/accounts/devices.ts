import { map } from 'nanostores';
import { success } from '#lib/contract/messages/successes.ts';
import { endSessionCall, endSessionsCall, getSessionsCall, type SignedInDevice } from '#lib/contract/sign-in.ts';
import { TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { toastOnNextPage } from '#lib/state/auth/auth-toasts.ts';
import { leaveSignedOut } from '#lib/state/auth/sign-out.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type ActionResult, runCall, trackIn } from '#lib/state/calls/run-call.ts';
import { registerForReset } from '#lib/state/persistence/shared-map.ts';
import { clearOnSignOut } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';

/** The devices on which the customer is signed in. It belongs to one tab. */
export interface DevicesState {
  /** This device first; null until they are loaded. */
  devices: readonly SignedInDevice[] | null;
  loading: boolean;
  error: string | null;
  /** Id of the session that is being ended, or `all`; null when none is. */
  ending: string | null;
}

const initial: DevicesState = { devices: null, loading: false, error: null, ending: null };

export const $devices = registerForReset(map(initial), initial);
clearOnSignOut($devices, initial);

const toast = { duration: TOAST_SHORT_MS };

/** Loads the list; a failure keeps the list loaded before. */
export async function fetchDevices(): Promise<void> {
  await runCall(callStore(getSessionsCall), {
    track: trackIn($devices),
    apply: ({ data }) => $devices.setKey('devices', data),
  });
}

/** Signs another device out and reloads the list. */
export async function signOutDevice({ session_id }: SignedInDevice): Promise<ActionResult> {
  const { reply, result } = await runCall(callStore(endSessionCall, { body: { session_id } }), {
    track: ({ loading }) => $devices.setKey('ending', loading ? session_id : null),
    toast,
  });
  if (!reply) return result;
  toastSuccess(messageOf(reply, success.sessionEnded), toast);
  await fetchDevices();
  return result;
}

/** Signs the customer out on every device, including this one. When the call fails the customer stays signed in. */
export async function signOutEverywhere(): Promise<ActionResult> {
  const { reply, result } = await runCall(callStore(endSessionsCall), {
    track: ({ loading }) => $devices.setKey('ending', loading ? 'all' : null),
    toast,
  });
  if (!reply) return result;
  toastOnNextPage(messageOf(reply, success.sessionsEnded));
  leaveSignedOut();
  return result;
}
