import { useEffect } from 'react';
import { $captcha } from '#lib/state/session/captcha.ts';

let showing = false;

/** Loads and mounts the CAPTCHA dialog, once per page. */
async function showDialog(): Promise<void> {
  if (showing) return;
  showing = true;
  try {
    (await import('./CaptchaDialog.tsx')).mountCaptchaDialog();
  } catch (error) {
    showing = false;
    $captcha.get()?.settle(undefined);
    console.warn('The CAPTCHA could not be loaded', error);
  }
}

/** Shows a CAPTCHA when a call requires one. Islands whose calls may require one call this once. */
export function useCaptcha(): void {
  useEffect(
    () =>
      $captcha.subscribe((challenge) => {
        if (challenge) void showDialog();
      }),
    [],
  );
}
