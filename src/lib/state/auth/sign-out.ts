import { isRefused } from '#lib/client/request.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { logoutCall, USER_TOKEN } from '#lib/contract/sign-in.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { TOAST_SHORT_MS } from '#lib/rules/timings.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { resetStores } from '#lib/state/persistence/reset-stores.ts';
import { clearSavedState } from '#lib/state/persistence/saved-state.ts';
import { disableAuthGuard } from '#lib/state/session/disable-auth-guard.ts';
import { updateAuth } from '#lib/state/session/session.ts';
import { toastError } from '#lib/state/ui/toasts.ts';
import { toastOnNextPage } from './auth-toasts.ts';

/** Clears the saved state and every store in all tabs, and redirects to the sign-in page, replacing this page in the history. */
export function leaveSignedOut(): void {
  disableAuthGuard();
  clearSavedState();
  resetStores();
  location.replace(paths.signIn());
}

/** Signs the customer out in every tab, also when the call fails (specification 4.3). */
export async function signOut(): Promise<void> {
  disableAuthGuard();
  updateAuth({ loading: true, error: null });
  const outcome = await callStore(logoutCall, { body: { user_token: USER_TOKEN }, quiet: true });
  if (outcome && isRefused(outcome)) toastError(outcome.message, { duration: TOAST_SHORT_MS, onNextPage: true });
  else toastOnNextPage(messageOf(outcome ?? {}, success.logout));
  leaveSignedOut();
}
