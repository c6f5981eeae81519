import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { success } from '#lib/contract/messages.ts';
import { $signIn, verifyAddress } from '#lib/state/sign-in.ts';
import '../form/form.css';

/** What brought the shopper to the sign-in page: the link in a mail, a sign-up that waits for it, a new password. */
export type ArrivedBy = 'verify' | 'registered' | 'reset';

const mailedToken = (): string => new URLSearchParams(location.search).get('verify') ?? '';

/** Proves the address of the mailed link as soon as the page is there, and says what came of it. */
function Verification() {
  const { outcome, message } = useStore($signIn, { ssr: 'initial' }).verification;
  const verify = () => void verifyAddress(mailedToken());
  useEffect(verify, []);
  const kind = { none: '', checking: '', verified: 'good', refused: 'bad', unanswered: 'bad' }[outcome];
  return (
    <div className={`notice ${kind}`} role="status">
      <p>{message || 'Checking your link…'}</p>
      {outcome === 'refused' && (
        <p>Sign in with your email and password: if your address is not verified yet, we mail you a new link.</p>
      )}
      {outcome === 'unanswered' && (
        <button type="button" className="link" onClick={verify}>
          Try again
        </button>
      )}
    </div>
  );
}

/** What a shopper who comes here from elsewhere has to know first. */
export function Arrival({ by }: { by: ArrivedBy | undefined }) {
  if (by === 'verify') return <Verification />;
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
