import { isServerFailure, type Refused } from '#lib/client/request.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { t } from '#lib/contract/text/t.ts';
import { sessionToken } from '#lib/state/session/session.ts';
import { type ToastOptions, toastError } from '#lib/state/ui/toasts.ts';

/** Several messages as one text (specification, messages: update joins with commas). */
export const joinMessages = (message: string | string[]): string => [message].flat().join(', ');

const isOffline = ({ httpStatus }: Refused): boolean => httpStatus === 0 && navigator.onLine === false;

/** The messages of a refusal as one text for its place on the page; without a connection it says that the shopper is offline. */
export const describeFailure = (refused: Refused): string =>
  isOffline(refused) ? failure.offline : joinMessages(refused.message);

/** Shows one toast for each message of a refusal, unless a toast has shown it already. */
export function toastRefusal({ message, alreadyShown }: Refused, options?: ToastOptions): void {
  if (!alreadyShown) toastError(message, options);
}

/**
 * As `toastRefusal`, for a change that is undone: without a connection it says so, and where the store failed or did not respond it offers
 * to try again. `retry` must be safe to repeat; it does nothing once the session has changed.
 */
export function toastRefusedChange(refused: Refused, retry: () => void, options: ToastOptions = {}): void {
  const token = sessionToken();
  const run = () => sessionToken() === token && retry();
  toastRefusal(isOffline(refused) ? { ...refused, message: failure.offline } : refused, {
    ...options,
    ...(isServerFailure(refused) && !options.onNextPage && { action: { label: t('Try again'), run } }),
  });
}

/** The message of a reply, or `text` when the store sent none. */
export const messageOf = ({ message }: { message?: string | string[] | undefined }, text: string): string | string[] =>
  message?.length ? message : text;

/** As `messageOf`, several messages as one text. */
export const textOf = (reply: { message?: string | string[] | undefined }, text: string): string =>
  joinMessages(messageOf(reply, text));
