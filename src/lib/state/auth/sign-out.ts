import { logoutCall, USER_TOKEN } from '#lib/contract/auth.ts';
import { success } from '#lib/contract/texts.ts';
import { TOAST_SHORT_MS } from '#lib/rules/timings.ts';
import { resetStores } from '#lib/state/persistence/reset.ts';
import { clearSavedState } from '#lib/state/persistence/saved-state.ts';
import { callStore, isRefused } from '#lib/state/session/call.ts';
import { updateAuth } from '#lib/state/session/session.ts';
import { toastError, toastSuccess } from '#lib/state/ui/toasts.ts';

/**
 * Signs the customer out in every tab, forgets all that is saved, also when the call fails (specification 4.3), and goes to the
 * sign-in page, which takes this page's place in the history and says how it went.
 */
export async function signOut(): Promise<void> {
  updateAuth({ loading: true, error: null });
  const outcome = await callStore(logoutCall, { body: { user_token: USER_TOKEN }, quiet: true });
  clearSavedState();
  resetStores();
  const options = { duration: TOAST_SHORT_MS, onNextPage: true };
  if (outcome && isRefused(outcome)) toastError(outcome.message, options);
  else toastSuccess(outcome?.message?.length ? outcome.message : success.logout, options);
  location.replace('/signin');
}
