import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { FormError } from '#islands/form/FormError.tsx';
import { MobileForm } from '#islands/form/MobileForm.tsx';
import { OtpForm } from '#islands/form/OtpForm.tsx';
import { OTP_DIGITS } from '#lib/contract/field-lengths.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $signIn, changeSignInMobile, sendSignInOtp, signInByOtp } from '#lib/state/auth/sign-in.ts';
import { AuthLink } from './AuthLink.tsx';

interface Props {
  /** Whether the shop mails its codes, which open no account. */
  codesByMail: boolean;
}

/** Sign-in by a one-time code sent to a mobile number. Focuses the first field whenever the form switches. */
export function CodeSignIn({ codesByMail }: Props) {
  const { mobile, codeSentAt } = useStore($signIn, { ssr: 'initial' });
  const isSent = codeSentAt > 0;
  const container = useRef<HTMLDivElement>(null);
  const wasSent = useRef(isSent);
  useEffect(() => {
    if (wasSent.current !== isSent) container.current?.querySelector('input')?.focus();
    wasSent.current = isSent;
  }, [isSent]);
  if (codesByMail)
    return (
      <p>
        This shop cannot send codes by text message yet. Sign in with your password, or{' '}
        <AuthLink to={paths.forgotPassword}>choose a new one by email</AuthLink>.
      </p>
    );
  return (
    <div ref={container}>
      {isSent ? (
        <OtpForm
          label="Sign in with a code"
          mobile={mobile}
          sentAt={codeSentAt}
          send={signInByOtp}
          resend={sendSignInOtp}
          changeRecipient={changeSignInMobile}
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
          label="Get a code"
          mobile={mobile}
          hint={`We send a ${OTP_DIGITS}-digit code to this number.`}
          send={sendSignInOtp}
          header={({ refusal }) => <FormError message={refusal} />}
        />
      )}
    </div>
  );
}
