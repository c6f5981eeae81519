import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Field } from '#islands/form/Field.tsx';
import { FormError } from '#islands/form/FormError.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { useCountdown } from '#islands/form/useCountdown.ts';
import { mobileForm, otpForm } from '#lib/contract/auth.ts';
import { OTP_RESEND_SECONDS } from '#lib/rules/timings.ts';
import { $signIn, changeSignInMobile, sendSignInOtp, signInByOtp } from '#lib/state/auth/sign-in.ts';
import { $auth } from '#lib/state/session/session.ts';
import { AuthLink } from './AuthLink.tsx';
import '#styles/ui/link.css';

/** Asks for the number that the code goes to. */
function MobileForm() {
  const { field, formProps, isSubmitting, refusal } = useActionForm({
    schema: mobileForm,
    values: { mobile: $signIn.get().mobile || undefined },
    send: ({ mobile }) => sendSignInOtp(mobile),
  });
  return (
    <form {...formProps} className="stack" aria-label="Ask for a code">
      <FormError message={refusal} />
      <Field
        {...field('mobile')}
        label="Mobile number"
        digits="phone"
        autoComplete="tel-national"
        hint="10 digits, without +91. We send a 6-digit code to it."
      />
      <button type="submit" className="button primary" disabled={isSubmitting}>
        {isSubmitting ? 'Sending code…' : 'Send code'}
      </button>
    </form>
  );
}

/** Asks for the code that was sent. */
function OtpForm() {
  const { mobile, codeSentAt } = useStore($signIn);
  const { verificationLoading } = useStore($auth);
  const wait = useCountdown(codeSentAt, OTP_RESEND_SECONDS);
  const { field, formProps, isSubmitting, isDone, refusal, code } = useActionForm({
    schema: otpForm,
    values: { otp: '' },
    send: ({ otp }) => signInByOtp(otp),
  });
  const busy = isSubmitting || isDone;
  return (
    <form {...formProps} className="stack" aria-label="Sign in by code">
      <FormError message={refusal}>
        {code === 'account_missing' && (
          <p>
            <AuthLink to="/signup">Create an account</AuthLink>
          </p>
        )}
      </FormError>
      <p>
        Enter the code sent to <strong>+91 {mobile}</strong>.{' '}
        <button type="button" className="link" onClick={changeSignInMobile}>
          Change number
        </button>
      </p>
      <Field {...field('otp')} label="6-digit code" className="code-input" digits="code" autoComplete="one-time-code" />
      <button type="submit" className="button primary" disabled={busy || verificationLoading}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
      <p className="quiet">
        {wait > 0 ? (
          <>You can ask for a new code in {wait} s</>
        ) : (
          <button type="button" className="link" disabled={verificationLoading} onClick={() => void sendSignInOtp(mobile)}>
            Resend code
          </button>
        )}
      </p>
    </form>
  );
}

/** Signing in by a code sent to a mobile number. The focus follows from the number to the code and back. */
export function CodeSignIn() {
  const isSent = useStore($signIn, { ssr: 'initial' }).codeSentAt > 0;
  const place = useRef<HTMLDivElement>(null);
  const wasSent = useRef(isSent);
  useEffect(() => {
    if (wasSent.current !== isSent) place.current?.querySelector('input')?.focus();
    wasSent.current = isSent;
  }, [isSent]);
  return <div ref={place}>{isSent ? <OtpForm /> : <MobileForm />}</div>;
}
