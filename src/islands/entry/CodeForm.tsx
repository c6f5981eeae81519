import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Field } from '#islands/form/Field.tsx';
import { Refusal } from '#islands/form/Refusal.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { useSecondsLeft } from '#islands/form/useSecondsLeft.ts';
import { mobileForm, otpForm } from '#lib/contract/auth.ts';
import { OTP_RESEND_SECONDS } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages.ts';
import { $auth } from '#lib/state/session.ts';
import { $signIn, changeNumber, sendLoginCode, signInByCode } from '#lib/state/sign-in.ts';
import { EntryLink } from './EntryLink.tsx';

/** Asks for the number that the code goes to. */
function NumberForm() {
  const { field, formProps, isSubmitting, refusal } = useActionForm({
    schema: mobileForm,
    values: { mobile: $signIn.get().mobile || undefined },
    send: ({ mobile }) => sendLoginCode(mobile),
  });
  return (
    <form {...formProps} className="stack" aria-label="Ask for a code">
      <Refusal message={refusal} />
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
function SentCodeForm() {
  const { mobile, codeSentAt } = useStore($signIn);
  const { verificationLoading } = useStore($auth);
  const wait = useSecondsLeft(codeSentAt, OTP_RESEND_SECONDS);
  const { field, formProps, isSubmitting, isDone, refusal } = useActionForm({
    schema: otpForm,
    values: { otp: '' },
    send: ({ otp }) => signInByCode(otp),
  });
  const busy = isSubmitting || isDone;
  return (
    <form {...formProps} className="stack" aria-label="Sign in by code">
      <Refusal message={refusal}>
        {refusal === failure.noAccount && (
          <p>
            <EntryLink to="/signup">Create an account</EntryLink>
          </p>
        )}
      </Refusal>
      <p>
        Enter the code sent to <strong>+91 {mobile}</strong>.{' '}
        <button type="button" className="link" onClick={changeNumber}>
          Change number
        </button>
      </p>
      <Field {...field('otp')} label="6-digit code" className="code-input" digits="code" autoComplete="one-time-code" />
      <button type="submit" className="button primary" disabled={busy || verificationLoading}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
      <p className="resend">
        {wait > 0 ? (
          <>You can ask for a new code in {wait} s</>
        ) : (
          <button type="button" className="link" disabled={verificationLoading} onClick={() => void sendLoginCode(mobile)}>
            Resend code
          </button>
        )}
      </p>
    </form>
  );
}

/** Signing in by a code sent to a mobile number. The focus follows from the number to the code and back. */
export function CodeForm() {
  const isSent = useStore($signIn, { ssr: 'initial' }).codeSentAt > 0;
  const place = useRef<HTMLDivElement>(null);
  const wasSent = useRef(isSent);
  useEffect(() => {
    if (wasSent.current !== isSent) place.current?.querySelector('input')?.focus();
    wasSent.current = isSent;
  }, [isSent]);
  return <div ref={place}>{isSent ? <SentCodeForm /> : <NumberForm />}</div>;
}
