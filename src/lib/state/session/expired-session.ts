import type { Refused } from '#lib/client/request.ts';
import { toastError } from '#lib/state/ui/toasts.ts';
import { isGuarded } from './disable-auth-guard.ts';
import { clearSession } from './session.ts';

/** Whether a call that sent the session's token was refused because the session has ended. */
export const isSessionExpired = ({ httpStatus, code }: Refused): boolean => httpStatus === 401 && code !== 'application_key';

/**
 * Signs the shopper out on this device, keeps the cart, and shows one toast unless `quiet`: on the sign-in page, where the auth guard
 * redirects to it.
 */
export function endExpiredSession(refused: Refused, quiet = false): Refused {
  if (!quiet) toastError(refused.message, { onNextPage: isGuarded() });
  clearSession();
  return { ...refused, alreadyShown: !quiet };
}
