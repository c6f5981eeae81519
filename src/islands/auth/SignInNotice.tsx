import { useStore } from '@nanostores/react';
import { success } from '#lib/contract/texts.ts';
import { $verification } from '#lib/state/auth/email-verification.ts';
import '#styles/ui/notice.css';

/** Where the shopper comes from: a mailed verification link, sign-up, or a password reset. */
export type SignInNoticeKind = 'verify' | 'registered' | 'reset';

/** The result of a mailed verification link. */
function VerificationResult() {
  const { step, message } = useStore($verification, { ssr: 'initial' });
  return (
    <div className={`notice ${step === 'invalid' ? 'bad' : 'good'}`} role="status">
      <p>{message}</p>
      {step === 'invalid' && (
        <p>Sign in with your email and password: if your address is not verified yet, we mail you a new link.</p>
      )}
    </div>
  );
}

/** The notice above the sign-in form for shoppers who come from a link, sign-up or reset. */
export function SignInNotice({ kind }: { kind: SignInNoticeKind | undefined }) {
  if (kind === 'verify') return <VerificationResult />;
  if (kind === 'registered') {
    return (
      <div className="notice plain">
        <p>{success.registeredMail}</p>
        <p>The link works for 24 hours. If no mail comes, look in the spam folder, or sign in here and we mail you a new one.</p>
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
