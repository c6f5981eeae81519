import { useEffect } from 'react';
import { mountOnce } from '#islands/ui/mount-once.ts';
import { loadModule } from '#lib/client/load-module.ts';
import { $toasts } from '#lib/state/ui/toasts.ts';

/** Loads and mounts the toaster, once per page. */
export const showToasts = mountOnce(
  () => loadModule(async () => (await import('./Toasts.tsx')).mountToasts),
  (error) => console.warn('Notifications could not be loaded', error),
);

/** Mounts the toaster with the first toast; returns the unsubscribe function. */
export const watchToasts = (): (() => void) =>
  $toasts.subscribe((queue) => {
    if (queue.length > 0) void showToasts();
  });

/**
 * `watchToasts` as a hook. Islands whose actions show toasts call this once. The toaster is loaded along, because the first toast may be
 * that the browser is offline.
 */
export function useToasts(): void {
  useEffect(watchToasts, []);
  useEffect(() => void showToasts(), []);
}
