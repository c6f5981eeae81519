import { atom } from 'nanostores';
import { TOAST_MS } from '#lib/contract/limits.ts';

export interface Toast {
  id: number;
  kind: 'success' | 'error';
  text: string;
  /** Milliseconds until it closes by itself. */
  duration: number;
  /** A toast with the same subject takes this one's place instead of standing beside it. */
  subject?: string;
}

/** Toasts waiting to be shown, oldest first; whoever shows them takes them out. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

/** Queues one toast per message (specification 8). `duration` in milliseconds, 5 s unless given (specification 9). */
function queue(kind: Toast['kind'], messages: string | string[], { duration = TOAST_MS, subject }: ToastOptions = {}): void {
  const added = [messages].flat().map((text): Toast => {
    lastId += 1;
    return { id: lastId, kind, text, duration, ...(subject !== undefined && { subject }) };
  });
  $toasts.set([...$toasts.get(), ...added]);
}

export interface ToastOptions {
  duration?: number;
  subject?: string;
}

export const toastSuccess = (messages: string | string[], options?: ToastOptions): void => queue('success', messages, options);
export const toastError = (messages: string | string[], options?: ToastOptions): void => queue('error', messages, options);

/** Hands over the waiting toasts and empties the queue. */
export function takeToasts(): readonly Toast[] {
  const waiting = $toasts.get();
  if (waiting.length > 0) $toasts.set([]);
  return waiting;
}
