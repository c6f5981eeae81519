import { useEffect } from 'react';
import { $toasts } from '#lib/state/ui/toasts.ts';

let showing = false;

/** Loads and mounts the toaster, once per page. */
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

/** Mounts the toaster with the first toast; returns the unsubscribe function. */
export const watchToasts = (): (() => void) =>
  $toasts.subscribe((waiting) => {
    if (waiting.length > 0) void showToasts();
  });

/** `watchToasts` as a hook. Islands whose actions show toasts call this once. */
export function useToasts(): void {
  useEffect(watchToasts, []);
}
