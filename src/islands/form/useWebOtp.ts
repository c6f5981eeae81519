import { useEffect, useEffectEvent } from 'react';

/** The credential of the WebOTP API, which TypeScript's library does not declare. */
interface OtpCredential extends Credential {
  code: string;
}

interface OtpRequest extends CredentialRequestOptions {
  otp: { transport: ['sms'] };
}

/**
 * Passes on the code of the next text message whose last line is `@host #code`, once the shopper allows it (WebOTP, Chrome on Android).
 * Asks again when `sentAt` changes, and stops when the component is removed.
 */
export function useWebOtp(sentAt: number, receive: (code: string) => void): void {
  const onCode = useEffectEvent(receive);
  useEffect(() => {
    if (!sentAt || !('OTPCredential' in globalThis)) return;
    const leaving = new AbortController();
    const request: OtpRequest = { otp: { transport: ['sms'] }, signal: leaving.signal };
    navigator.credentials.get(request).then(
      (credential) => credential && onCode((credential as OtpCredential).code),
      // Refused by the shopper, or stopped: the code is typed.
      () => {},
    );
    return () => leaving.abort();
  }, [sentAt]);
}
