import { atom } from 'nanostores';
import { TOAST_MS } from '#lib/site/timings.ts';
import { FLASH_TOASTS, setFlash, takeFlash } from '#lib/state/persistence/storage.ts';

/** A button in a toast. */
export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  kind: 'success' | 'error';
  text: string;
  /** Milliseconds until it closes. */
  duration: number;
  action?: ToastAction;
}

export interface ToastOptions {
  /** In milliseconds; 5 s by default (specification, limits). */
  duration?: number;
  /** Shows the toast on the next page, for an action that redirects. */
  onNextPage?: boolean;
  /** Only on this page. */
  action?: ToastAction;
}

type NewToast = Omit<Toast, 'id'>;

/** Queue of toasts to show, oldest first; `drainToasts` empties it. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

function enqueue(toasts: readonly NewToast[]): void {
  const added = toasts.map((toast): Toast => {
    lastId += 1;
    return { id: lastId, ...toast };
  });
  $toasts.set([...$toasts.get(), ...added]);
}

/** Queues one toast per message (specification, messages), on this page or on the next. */
function show(kind: Toast['kind'], messages: string | string[], options: ToastOptions = {}): void {
  const { duration = TOAST_MS, onNextPage = false, action } = options;
  const toasts = [messages].flat().map((text) => ({ kind, text, duration, ...(action && { action }) }));
  if (!onNextPage || !setFlash(FLASH_TOASTS, [...takeFlashToasts(), ...toasts])) enqueue(toasts);
}

function takeFlashToasts(): NewToast[] {
  const toasts = takeFlash(FLASH_TOASTS);
  return Array.isArray(toasts) ? toasts.filter(isToast) : [];
}

const isToast = (value: unknown): value is NewToast =>
  typeof value === 'object' && value !== null && ['kind', 'text', 'duration'].every((field) => field in value);

/** Queues the flash toasts of the previous page. */
export const queueFlashToasts = (): void => enqueue(takeFlashToasts());

export const toastSuccess = (messages: string | string[], options?: ToastOptions): void => show('success', messages, options);
export const toastError = (messages: string | string[], options?: ToastOptions): void => show('error', messages, options);

/** Returns the queued toasts and empties the queue. */
export function drainToasts(): readonly Toast[] {
  const toasts = $toasts.get();
  if (toasts.length > 0) $toasts.set([]);
  return toasts;
}
