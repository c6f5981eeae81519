import { TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';

/** Toast options of the sign-in and sign-up pages. */
export const authToast = { duration: TOAST_SHORT_MS };

/** Shows a success toast on the next page. */
export const toastOnNextPage = (message: string | string[]): void =>
  toastSuccess(message, { duration: TOAST_SHORT_MS, onNextPage: true });
