import { useEffect } from 'react';
import { $captcha } from '#lib/state/session/captcha.ts';

let showing = false;

/** Brings the CAPTCHA's dialog into the page, once. */
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

/** Shows a CAPTCHA when a call asks for one; every island whose calls may do so calls this once. */
export function useCaptcha(): void {
  useEffect(
    () =>
      $captcha.subscribe((challenge) => {
        if (challenge) void showDialog();
      }),
    [],
  );
}
