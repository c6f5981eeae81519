import { useStore } from '@nanostores/react';
import type { ChangeEvent, ReactNode } from 'react';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { OTP_DIGITS } from '#lib/contract/field-lengths.ts';
import { otpForm } from '#lib/contract/sign-in.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { OTP_RESEND_SECONDS } from '#lib/site/timings.ts';
import type { ActionResult } from '#lib/state/calls/run-call.ts';
import { $auth } from '#lib/state/session/session.ts';
import { Field } from './Field.tsx';
import { type ActionForm, useActionForm } from './useActionForm.ts';
import { useCountdown } from './useCountdown.ts';
import { useWebOtp } from './useWebOtp.ts';
import '#styles/ui/link.css';

interface Props {
  label?: string;
  mobile: string;
  /** The email address that it was mailed to instead; empty for a text. */
  email?: string;
  /** When it was sent, Unix time in milliseconds. */
  sentAt: number;
  send: (otp: string) => Promise<ActionResult>;
  resend: (mobile: string) => Promise<unknown>;
  changeRecipient: () => void;
  submitLabel: string;
  busyLabel: string;
  /** Rendered above the fields, such as a refusal. */
  header?: (form: Pick<ActionForm, 'refusal' | 'code'>) => ReactNode;
}

const completeCode = new RegExp(`^\\d{${OTP_DIGITS}}$`);

/**
 * Asks for the one-time code sent to a mobile number or email address, and submits it with its last digit, typed, pasted or filled in. It can be resent
 * after a cooldown.
 */
export function OtpForm({ label, mobile, email, sentAt, send, resend, changeRecipient, submitLabel, busyLabel, header }: Props) {
  const { verificationLoading } = useStore($auth);
  const cooldown = useCountdown(sentAt, OTP_RESEND_SECONDS);
  const form = useActionForm({ schema: otpForm, values: { otp: '' }, send: ({ otp }) => send(otp) });
  const busy = form.isSubmitting || form.isDone;
  const submitWhenComplete = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (!busy && completeCode.test(target.value)) form.requestSubmit();
  };
  useWebOtp(sentAt, (code) => {
    form.form.setValue('otp', code);
    form.requestSubmit();
  });
  return (
    <form {...form.formProps} className="stack" aria-label={label}>
      {header?.(form)}
      <Field
        {...form.field('otp', { onChange: submitWhenComplete })}
        label={t('{digits}-digit code', { digits: OTP_DIGITS })}
        className="code-input"
        digits="code"
        autoComplete="one-time-code"
        enterKeyHint="done"
      />
      <p>
        <Sentence
          parts={tParts('Enter the code sent to {recipient}.', {
            recipient: <strong translate="no">{email || `+91\u00a0${mobile}`}</strong>,
          })}
        />{' '}
        <button type="button" className="link" data-keep-focus onClick={changeRecipient}>
          {email ? t('Change email') : t('Change number')}
        </button>
      </p>
      {email && <p className="quiet">{t('It may take a minute. If you cannot find it, check your spam folder.')}</p>}
      <button type="submit" className="button primary" disabled={busy || verificationLoading}>
        {busy ? busyLabel : submitLabel}
      </button>
      <p className="quiet">
        {cooldown > 0 ? (
          <span>{t('Resend code in 0:{seconds}', { seconds: String(cooldown).padStart(2, '0') })}</span>
        ) : (
          <button
            type="button"
            className="link"
            data-keep-focus
            disabled={verificationLoading}
            onClick={() => void resend(mobile)}
          >
            {t('Resend code')}
          </button>
        )}
      </p>
    </form>
  );
}
