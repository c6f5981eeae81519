import { useStore } from '@nanostores/react';
import { success } from '#lib/contract/messages.ts';
import { $verification } from '#lib/state/verification.ts';
import '#islands/form/form.css';

/** What brought the shopper to the sign-in page: the link in a mail, a sign-up that waits for it, a new password. */
export type ArrivedBy = 'verify' | 'registered' | 'reset';

/** What came of the mailed link. */
function Confirmed() {
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
export function Arrival({ by }: { by: ArrivedBy | undefined }) {
  if (by === 'verify') return <Confirmed />;
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
