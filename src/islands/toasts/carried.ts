import { takeCarriedToasts } from '#lib/state/toast.ts';
import { showToasts } from './useToasts.ts';

/** Shows what the page before had to say when it was left. */
export function showCarriedToasts(): void {
  takeCarriedToasts();
  void showToasts();
}
