import { queueFlashToasts } from '#lib/state/ui/toasts.ts';
import { showToasts } from './useToasts.ts';

/** Shows the flash messages of the previous page. */
export function showFlashToasts(): void {
  queueFlashToasts();
  void showToasts();
}
