import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { FormError } from '#islands/form/FormError.tsx';
import { MobileForm } from '#islands/form/MobileForm.tsx';
import { OtpForm } from '#islands/form/OtpForm.tsx';
import * as paths from '#lib/rules/routes/paths.ts';
import { $signIn, changeSignInMobile, sendSignInOtp, signInByOtp } from '#lib/state/auth/sign-in.ts';
import { AuthLink } from './AuthLink.tsx';

/** Sign-in by a one-time code sent to a mobile number. Focuses the first field whenever the form switches. */
export function CodeSignIn() {
  const { mobile, codeSentAt } = useStore($signIn, { ssr: 'initial' });
  const isSent = codeSentAt > 0;
  const container = useRef<HTMLDivElement>(null);
  const wasSent = useRef(isSent);
  useEffect(() => {
    if (wasSent.current !== isSent) container.current?.querySelector('input')?.focus();
    wasSent.current = isSent;
  }, [isSent]);
  return (
    <div ref={container}>
      {isSent ? (
        <OtpForm
          label="Sign in by code"
          mobile={mobile}
          sentAt={codeSentAt}
          send={signInByOtp}
          resend={sendSignInOtp}
          changeNumber={changeSignInMobile}
          submitLabel="Sign in"
          busyLabel="Signing in…"
          header={({ refusal, code }) => (
            <FormError message={refusal}>
              {code === 'account_missing' && (
                <p>
                  <AuthLink to={paths.signUp}>Create an account</AuthLink>
                </p>
              )}
            </FormError>
          )}
        />
      ) : (
        <MobileForm
          label="Ask for a code"
          mobile={mobile}
          hint="10 digits, without +91. We send a 6-digit code to it."
          send={sendSignInOtp}
          header={({ refusal }) => <FormError message={refusal} />}
        />
      )}
    </div>
  );
}
