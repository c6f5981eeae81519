import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Field } from '#islands/form/Field.tsx';
import { FormError } from '#islands/form/FormError.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { couponForm } from '#lib/contract/coupons.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { $checkout } from '#lib/state/checkout/checkout.ts';
import { applyCoupon, rememberCouponCode } from '#lib/state/checkout/coupon.ts';
import { $auth } from '#lib/state/session/session.ts';

interface Props {
  /** Called when a code is sent, and with false when it was not applied. */
  onSubmit: (isSending: boolean) => void;
}

/** The coupon code and its button. A guest's code is checked at once, and kept until the mobile number is verified. */
export function CouponForm({ onSubmit }: Props) {
  const { isAuthenticated } = useStore($auth);
  const [keptCode, setKeptCode] = useState('');
  const { field, formProps, isSubmitting, refusal } = useActionForm({
    schema: couponForm,
    values: { coupon_code: $checkout.get().couponCode },
    send: async ({ coupon_code }) => {
      onSubmit(isAuthenticated);
      const result = await applyCoupon(coupon_code);
      if (!result.ok) onSubmit(false);
      if (!isAuthenticated) setKeptCode(result.ok ? coupon_code : '');
      return result;
    },
    ...(!isAuthenticated && { remember: ({ coupon_code = '' }) => rememberCouponCode(coupon_code) }),
  });
  const hint = keptCode ? (
    <Sentence
      parts={tParts('We apply {code} as soon as your number or email address is verified.', {
        code: <span translate="no">{keptCode}</span>,
      })}
    />
  ) : (
    t('A coupon can be used once your number or email address is verified. We keep the code until then.')
  );
  return (
    <form {...formProps}>
      <div className="coupon-entry">
        <Field
          {...field('coupon_code')}
          label={t('Coupon code')}
          hint={isAuthenticated ? undefined : hint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
        />
        <button type="submit" className="button coupon-apply" disabled={isSubmitting}>
          {isSubmitting ? t('Applying…') : t('Apply')}
        </button>
      </div>
      <FormError message={refusal} />
    </form>
  );
}
