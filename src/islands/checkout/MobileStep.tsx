import { useStore } from '@nanostores/react';
import { MobileForm } from '#islands/form/MobileForm.tsx';
import { OTP_DIGITS } from '#lib/contract/field-lengths.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $checkout, goToStep, isVerified, rememberMobile } from '#lib/state/checkout/checkout.ts';
import { changeCheckoutMobile, requestCheckoutOtp } from '#lib/state/checkout/checkout-otp.ts';
import { $auth } from '#lib/state/session/session.ts';
import '#styles/ui/link.css';

/** The first step when a verified shopper returns to it: the verified number. */
function VerifiedMobile() {
  const { user, isAuthenticated } = useStore($auth);
  const { mobile } = useStore($checkout);
  const customer = user?.customer;
  return (
    <div className="stack">
      {isAuthenticated && customer ? (
        <p>
          You are signed in as <strong translate="no">{`${customer.firstname} ${customer.lastname}`}</strong>
          <br />
          <span>{`+91 ${customer.phone_number}`}</span>
        </p>
      ) : (
        <p>
          Your number <strong translate="no">{`+91 ${mobile}`}</strong> is verified.{' '}
          <button type="button" className="link" onClick={changeCheckoutMobile}>
            Change number
          </button>
        </p>
      )}
      <button type="button" className="button primary" onClick={() => goToStep('address')}>
        Continue
      </button>
    </div>
  );
}

/** First step: the mobile number. */
export function MobileStep() {
  const auth = useStore($auth, { ssr: 'initial' });
  const { mobile } = useStore($checkout, { ssr: 'initial' });
  if (isVerified(auth)) return <VerifiedMobile />;
  return (
    <MobileForm
      mobile={mobile}
      hint={`We send a ${OTP_DIGITS}-digit code to this number. No password needed.`}
      send={requestCheckoutOtp}
      remember={rememberMobile}
    >
      <p>
        <a className="link" href={paths.signInByPassword(paths.checkout)}>
          Sign in with a password
        </a>
      </p>
    </MobileForm>
  );
}
