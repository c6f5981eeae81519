import { listPendingSignOuts, repeatSignOuts } from '#lib/state/auth/pending-sign-outs.ts';
import { FLASH_TOASTS, peekFlash } from '#lib/state/persistence/storage.ts';
import { queueFlashToasts } from '#lib/state/ui/toasts.ts';
import { showToasts } from './useToasts.ts';

/**
 * Shows the flash messages of the previous page, and repeats pending sign-outs. A page that is being redirected, and so is hidden, leaves both
 * to the next.
 */
export function showFlashToasts(): void {
  if (document.documentElement.hidden) return;
  if (listPendingSignOuts().length > 0) void repeatSignOuts();
  if (!peekFlash(FLASH_TOASTS)) return;
  queueFlashToasts();
  void showToasts();
}
