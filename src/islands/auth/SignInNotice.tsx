import { useStore } from '@nanostores/react';
import { success } from '#lib/contract/texts.ts';
import { $verification } from '#lib/state/auth/email-verification.ts';
import '#styles/ui/notice.css';

/** What brought the shopper to the sign-in page: the link in a mail, a sign-up that waits for it, a new password. */
export type SignInNoticeKind = 'verify' | 'registered' | 'reset';

/** What came of the mailed link. */
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

/** What a shopper who comes here from elsewhere has to know first. */
export function SignInNotice({ by }: { by: SignInNoticeKind | undefined }) {
  if (by === 'verify') return <VerificationResult />;
  if (by === 'registered') {
    return (
      <div className="notice plain">
        <p>{success.registeredMail}</p>
        <p>The link works for 24 hours. If no mail comes, look in the spam folder, or sign in here and we mail you a new one.</p>
      </div>
    );
  }
  if (by === 'reset') {
    return (
      <div className="notice good">
        <p>{success.passwordReset}</p>
      </div>
    );
  }
  return null;
}
