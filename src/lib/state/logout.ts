import { logout, USER_TOKEN } from '#lib/contract/auth.ts';
import { TOAST_SHORT_MS } from '#lib/contract/limits.ts';
import { success } from '#lib/contract/messages.ts';
import { callStore, isRefused } from './call.ts';
import { resetStores } from './reset.ts';
import { clearSaved } from './saved.ts';
import { changeAuth } from './session.ts';
import { toastError, toastSuccess } from './toast.ts';

/**
 * Signs the customer out in every tab, forgets all that is saved, also when the call fails (specification 4.3), and goes to the
 * sign-in page, which takes this page's place in the history and says how it went.
 */
export async function signOut(): Promise<void> {
  changeAuth({ loading: true, error: null });
  const outcome = await callStore(logout, { body: { user_token: USER_TOKEN }, quiet: true });
  clearSaved();
  resetStores();
  const options = { duration: TOAST_SHORT_MS, onNextPage: true };
  if (outcome && isRefused(outcome)) toastError(outcome.message, options);
  else toastSuccess(outcome?.message?.length ? outcome.message : success.logout, options);
  location.replace('/signin');
}
