import { useStore } from '@nanostores/react';
import { MobileForm } from '#islands/form/MobileForm.tsx';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { OTP_DIGITS } from '#lib/contract/field-lengths.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $checkout, goToStep, isVerified, rememberContact } from '#lib/state/checkout/checkout.ts';
import { changeCheckoutMobile, requestCheckoutOtp } from '#lib/state/checkout/checkout-otp.ts';
import { $auth } from '#lib/state/session/session.ts';
import '#styles/ui/link.css';

/** The first step when a verified shopper returns to it: the verified number, or the guest's proven mailbox. */
function VerifiedMobile() {
  const { user, isAuthenticated } = useStore($auth);
  const { mobile } = useStore($checkout);
  const customer = user?.customer;
  return (
    <div className="stack">
      {isAuthenticated && customer ? (
        <p>
          <Sentence
            parts={tParts('You are signed in as {name}', {
              name: <strong translate="no">{`${customer.firstname} ${customer.lastname}`}</strong>,
            })}
          />
          <br />
          <span>{`+91 ${customer.phone_number}`}</span>
        </p>
      ) : (
        <p>
          <Sentence
            parts={
              customer?.guest
                ? tParts('Your email {email} is verified.', { email: <strong translate="no">{customer.email}</strong> })
                : tParts('Your number {number} is verified.', { number: <strong translate="no">{`+91 ${mobile}`}</strong> })
            }
          />{' '}
          <button type="button" className="link" onClick={changeCheckoutMobile}>
            {customer?.guest ? t('Change number or email') : t('Change number')}
          </button>
        </p>
      )}
      <button type="button" className="button primary" onClick={() => goToStep('address')}>
        {t('Continue')}
      </button>
    </div>
  );
}

/** First step: the mobile number, with the email address in a shop that mails its codes. */
export function MobileStep({ codesByMail }: { codesByMail: boolean }) {
  const auth = useStore($auth, { ssr: 'initial' });
  const { mobile, form } = useStore($checkout, { ssr: 'initial' });
  if (isVerified(auth)) return <VerifiedMobile />;
  return (
    <MobileForm
      mobile={mobile}
      email={codesByMail ? (form['email'] ?? '') : undefined}
      hint={
        codesByMail
          ? t('For the delivery.')
          : t('We send a {digits}-digit code to this number. No password needed.', { digits: OTP_DIGITS })
      }
      send={requestCheckoutOtp}
      remember={rememberContact}
    >
      <p>
        <a className="link" data-keep-focus href={paths.signInByPassword(paths.checkout)}>
          {t('Sign in with a password')}
        </a>
      </p>
    </MobileForm>
  );
}
