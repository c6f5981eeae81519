import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { codRefusals } from '#lib/contract/messages/failures.ts';
import type { PaymentOption } from '#lib/contract/payment-methods.ts';
import { COD_LABEL } from '#lib/contract/payment-methods.ts';
import { t } from '#lib/contract/text/t.ts';
import { COD_FEE_LABEL } from '#lib/rules/charge-texts.ts';
import { formatPaise } from '#lib/rules/money.ts';
import { $paymentOption, $paymentOptions, applyPaymentOption, choosePaymentOption } from '#lib/state/checkout/payment-option.ts';
import { $prepaidSaving } from '#lib/state/checkout/totals.ts';
import { $charges, $quote } from '#lib/state/store/charges.ts';
import { PaymentMark } from './PaymentMark.tsx';
import '#styles/ui/framed-box.css';
import './PaymentChoice.css';

const options: Record<PaymentOption, { label: string; text: string }> = {
  upi: { label: t('UPI'), text: t('Google Pay, PhonePe, Paytm or any UPI app.') },
  card: { label: t('Card or netbanking'), text: t('Credit card, debit card or your bank account.') },
  cod: { label: COD_LABEL, text: t('Pay when your order reaches you.') },
};

function OptionText({ option }: { option: PaymentOption }) {
  const { codFee, byPincode } = useStore($charges);
  const quoted = useStore($quote);
  const saving = useStore($prepaidSaving);
  if (option === 'cod' && quoted?.quote.cod === false) return <span className="error">{codRefusals.place(false)}</span>;
  const fee =
    option === 'cod' && codFee > 0 && !byPincode
      ? ` ${t('{charge}: {amount}.', { charge: COD_FEE_LABEL, amount: formatPaise(codFee) })}`
      : '';
  const amount = formatPaise(saving);
  return (
    <>
      <span>{options[option].text + fee}</span>
      {option !== 'cod' && saving > 0 && <span className="payment-saving">{t('Save {amount} by paying now', { amount })}</span>}
    </>
  );
}

/** How the order is paid: a choice, or a sentence where the store offers one option only. */
export function PaymentChoice() {
  const offered = useStore($paymentOptions);
  const chosen = useStore($paymentOption);
  useEffect(applyPaymentOption, [chosen]);

  if (offered.length === 1) {
    return (
      <section className="card-box" aria-label={t('Payment')}>
        <h3>{options[chosen].label}</h3>
        <p>
          <OptionText option={chosen} />
        </p>
      </section>
    );
  }
  return (
    <fieldset className="card-box">
      <legend>{t('Payment method')}</legend>
      {offered.map((option) => (
        <label key={option} className="payment">
          <input
            type="radio"
            name="payment_option"
            value={option}
            checked={option === chosen}
            onChange={() => choosePaymentOption(option)}
          />
          <PaymentMark option={option} />
          <span>
            <strong>{options[option].label}</strong>
            <br />
            <span className="quiet">
              <OptionText option={option} />
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
