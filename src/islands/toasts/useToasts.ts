import { useEffect } from 'react';
import { $toasts } from '#lib/state/ui/toasts.ts';

let showing = false;

/** Brings the notifications into the page, once. */
export async function showToasts(): Promise<void> {
  if (showing) return;
  showing = true;
  try {
    (await import('./Toasts.tsx')).mountToasts();
  } catch (error) {
    showing = false;
    console.warn('Notifications could not be loaded', error);
  }
}

/** Brings the notifications into the page with the first toast; returns how to stop. */
export const watchToasts = (): (() => void) =>
  $toasts.subscribe((waiting) => {
    if (waiting.length > 0) void showToasts();
  });

/** `watchToasts` for islands; every island whose actions toast calls this once. */
export function useToasts(): void {
  useEffect(watchToasts, []);
}
