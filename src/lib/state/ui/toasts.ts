import { atom } from 'nanostores';
import { TOAST_MS } from '#lib/rules/timings.ts';
import { FLASH_TOASTS, setFlash, takeFlash } from '#lib/state/persistence/flash.ts';

export interface Toast {
  id: number;
  kind: 'success' | 'error';
  text: string;
  /** Milliseconds until it closes by itself. */
  duration: number;
  /** The toasts of the next action on the same subject replace those of this one. */
  subject?: string;
  /** Which of the action's toasts this is, from 0, and how many there are: a message array gives one for each entry. */
  part: number;
  parts: number;
}

/** Toasts waiting to be shown, oldest first; whoever shows them takes them out. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

function wait(toasts: readonly Omit<Toast, 'id'>[]): void {
  const added = toasts.map((toast): Toast => {
    lastId += 1;
    return { id: lastId, ...toast };
  });
  $toasts.set([...$toasts.get(), ...added]);
}

/** Queues one toast per message (specification 8), here or on the page that comes next. */
function queue(kind: Toast['kind'], messages: string | string[], options: ToastOptions = {}): void {
  const { duration = TOAST_MS, subject, onNextPage = false } = options;
  const texts = [messages].flat();
  const toasts = texts.map((text, part) => {
    return { kind, text, duration, part, parts: texts.length, ...(subject !== undefined && { subject }) };
  });
  if (!onNextPage || !setFlash(FLASH_TOASTS, [...carriedToasts(), ...toasts])) wait(toasts);
}

function carriedToasts(): Omit<Toast, 'id'>[] {
  const carried = takeFlash(FLASH_TOASTS);
  return Array.isArray(carried) ? carried.filter(isToast) : [];
}

export interface ToastOptions {
  /** In milliseconds; 5 s unless given (specification 9). */
  duration?: number;
  subject?: string;
  /** For a toast whose action leaves the page at once: it is shown where the shopper arrives. */
  onNextPage?: boolean;
}

/** Queues the toasts that the page before has left for this one. */
export const queueFlashToasts = (): void => wait(carriedToasts());

const isToast = (value: unknown): value is Omit<Toast, 'id'> =>
  typeof value === 'object' && value !== null && ['kind', 'text', 'duration', 'part', 'parts'].every((field) => field in value);

export const toastSuccess = (messages: string | string[], options?: ToastOptions): void => queue('success', messages, options);
export const toastError = (messages: string | string[], options?: ToastOptions): void => queue('error', messages, options);

/** Hands over the waiting toasts and empties the queue. */
export function drainToasts(): readonly Toast[] {
  const waiting = $toasts.get();
  if (waiting.length > 0) $toasts.set([]);
  return waiting;
}
