import { useStore } from '@nanostores/react';
import { VERIFICATION_LINK_HOURS } from '#lib/contract/lifetimes.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { t } from '#lib/contract/text/t.ts';
import { $verification } from '#lib/state/auth/email-verification.ts';
import '#styles/ui/notice.css';

/** Where the shopper comes from: a mailed verification link, sign-up, or a password reset. */
export type SignInNoticeKind = 'verify' | 'registered' | 'reset';

function VerificationResult() {
  const { step, message } = useStore($verification, { ssr: 'initial' });
  return (
    <div className={`notice ${step === 'invalid' ? 'bad' : 'good'}`} role="status">
      <p>{message}</p>
      {step === 'invalid' && (
        <p>{t('Sign in with your email and password. If your email is not verified yet, we will send you a new link.')}</p>
      )}
    </div>
  );
}

export function SignInNotice({ kind }: { kind: SignInNoticeKind | undefined }) {
  if (kind === 'verify') return <VerificationResult />;
  if (kind === 'registered') {
    return (
      <div className="notice plain">
        <p>{success.registeredMail}</p>
        <p>
          {t(
            'The link works for {hours} hours. If no email arrives, check your spam folder, or sign in here to get a new link.',
            { hours: VERIFICATION_LINK_HOURS },
          )}
        </p>
      </div>
    );
  }
  if (kind === 'reset') {
    return (
      <div className="notice good">
        <p>{success.passwordReset}</p>
      </div>
    );
  }
  return null;
}
