import { useEffect } from 'react';
import { mountOnce } from '#islands/ui/mount-once.ts';
import { loadModule } from '#lib/client/load-module.ts';
import { $captcha } from '#lib/state/calls/call-with-captcha.ts';

/** Loads and mounts the CAPTCHA dialog, once per page; a failed load cancels the call. */
const mountDialog = mountOnce(
  () => loadModule(async () => (await import('./CaptchaDialog.tsx')).mountCaptchaDialog),
  (error) => {
    $captcha.get()?.settle(undefined);
    console.warn('The CAPTCHA could not be loaded', error);
  },
);

/** Shows a CAPTCHA when a call requires one. Islands whose calls may require one call this once. */
export function useCaptcha(): void {
  useEffect(
    () =>
      $captcha.subscribe((challenge) => {
        if (challenge) void mountDialog();
      }),
    [],
  );
}
