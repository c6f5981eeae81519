import { queueFlashToasts } from '#lib/state/ui/toasts.ts';
import { showToasts } from './useToasts.ts';

/** Shows the flash messages of the previous page; one that is being redirected, and so is hidden, keeps them for the next. */
export function showFlashToasts(): void {
  if (document.documentElement.hidden) return;
  queueFlashToasts();
  void showToasts();
}
