import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { FormError } from '#islands/form/FormError.tsx';
import { MobileForm } from '#islands/form/MobileForm.tsx';
import { OtpForm } from '#islands/form/OtpForm.tsx';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { OTP_DIGITS } from '#lib/contract/field-lengths.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
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
        <Sentence
          parts={tParts('This shop cannot send codes by text message yet. Sign in with your password, or {link}.', {
            link: <AuthLink to={paths.forgotPassword}>{t('choose a new one by email')}</AuthLink>,
          })}
        />
      </p>
    );
  return (
    <div ref={container}>
      {isSent ? (
        <OtpForm
          label={t('Sign in with a code')}
          mobile={mobile}
          sentAt={codeSentAt}
          send={signInByOtp}
          resend={sendSignInOtp}
          changeRecipient={changeSignInMobile}
          submitLabel={t('Sign in')}
          busyLabel={t('Signing in…')}
          header={({ refusal, code }) => (
            <FormError message={refusal}>
              {code === 'account_missing' && (
                <p>
                  <AuthLink to={paths.signUp}>{t('Create an account')}</AuthLink>
                </p>
              )}
            </FormError>
          )}
        />
      ) : (
        <MobileForm
          label={t('Get a code')}
          mobile={mobile}
          hint={t('We send a {digits}-digit code to this number.', { digits: OTP_DIGITS })}
          send={sendSignInOtp}
          header={({ refusal }) => <FormError message={refusal} />}
        />
      )}
    </div>
  );
}
