import { queueFlashToasts } from '#lib/state/ui/toasts.ts';
import { showToasts } from './useToasts.ts';

/** Shows what the page before had to say when it was left. */
export function showFlashToasts(): void {
  queueFlashToasts();
  void showToasts();
}
