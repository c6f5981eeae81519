import { isRefused, refuse } from '#lib/client/request.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { logoutCall, USER_TOKEN } from '#lib/contract/sign-in.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { RECONNECT_MS, SIGN_OUT_MS, TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { clearSavedState } from '#lib/state/persistence/saved-state.ts';
import { resetStores } from '#lib/state/persistence/shared-map.ts';
import { disableAuthGuard } from '#lib/state/session/disable-auth-guard.ts';
import { isSignedIn, sessionToken, updateAuth } from '#lib/state/session/session.ts';
import { closeLogoutConfirmation } from '#lib/state/ui/logout-dialog.ts';
import { toastError } from '#lib/state/ui/toasts.ts';
import { toastOnNextPage } from './auth-toasts.ts';
import { isSignOutPending, listPendingSignOuts, repeatSignOuts, savePendingSignOuts } from './pending-sign-outs.ts';

/** Clears the saved state and every store in all tabs. `token` is of a session that the store may still know. */
function clearEverything(token?: string): void {
  const pending = listPendingSignOuts();
  clearSavedState();
  resetStores();
  savePendingSignOuts(token === undefined ? pending : [...pending, { token, at: Date.now() }]);
}

/** Signs out in all tabs, and redirects to the sign-in page, replacing this page in the history. */
export function leaveSignedOut(): void {
  disableAuthGuard();
  clearEverything();
  location.replace(paths.signIn());
}

/** Resolves to `value` after `ms` milliseconds. */
const after = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(value), ms));

/** Whether a page of the site can be opened now. */
async function isReachable(): Promise<boolean> {
  if (navigator.onLine === false) return false;
  const page = fetch(paths.signInPage, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  return Promise.race([page, after(RECONNECT_MS, false)]);
}

/** Waits on this page until the sign-in page can be opened, and repeats the sign-out before. A new sign-in ends the waiting. */
async function leaveWhenReachable(): Promise<void> {
  while (!(await isReachable())) {
    const online = new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    await Promise.race([online, after(RECONNECT_MS, undefined)]);
  }
  const message = await repeatSignOuts();
  if (isSignedIn()) return;
  if (message) toastOnNextPage(message);
  location.replace(paths.signIn());
}

let signingOut: Promise<void> | undefined;

/**
 * Signs the customer out in every tab, also when the call fails, as specified, or takes too long. Without a connection this page stays:
 * the call is repeated and the sign-in page opened once there is one. A second call joins the first, whose request it would cancel.
 */
export function signOut(): Promise<void> {
  signingOut ??= endSession().finally(() => {
    signingOut = undefined;
  });
  return signingOut;
}

async function endSession(): Promise<void> {
  disableAuthGuard();
  updateAuth({ loading: true, error: null });
  const token = sessionToken();
  const outcome = await Promise.race([
    callStore(logoutCall, { body: { user_token: USER_TOKEN }, quiet: true }),
    after(SIGN_OUT_MS, refuse(failure.logout, 0)),
  ]);
  if (isSignedIn() && sessionToken() !== token) {
    updateAuth({ loading: false });
    closeLogoutConfirmation();
    return;
  }
  const refused = outcome && isRefused(outcome) ? outcome : undefined;
  clearEverything(refused && isSignOutPending(refused) ? token : undefined);
  const stays = navigator.onLine === false || (refused?.httpStatus === 0 && !(await isReachable()));
  if (refused) toastError(refused.message, { duration: TOAST_SHORT_MS, onNextPage: !stays });
  else toastOnNextPage(messageOf(outcome ?? {}, success.logout));
  if (stays) void leaveWhenReachable();
  else location.replace(paths.signIn());
}
