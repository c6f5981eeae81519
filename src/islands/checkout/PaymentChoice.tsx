import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { PaymentWay } from '#lib/contract/payment-methods.ts';
import { COD_FEE_LABEL } from '#lib/rules/charge-texts.ts';
import { formatPaise } from '#lib/rules/money.ts';
import { COD_LABEL } from '#lib/rules/payment-labels.ts';
import { $paymentWay, $paymentWays, applyPaymentWay, choosePaymentWay } from '#lib/state/checkout/payment-way.ts';
import { $charges } from '#lib/state/store/charges.ts';
import '#styles/ui/framed-box.css';
import './PaymentChoice.css';

const ways: Record<PaymentWay, { label: string; text: string }> = {
  upi: { label: 'UPI', text: 'Google Pay, PhonePe, Paytm or any UPI app.' },
  card: { label: 'Card or netbanking', text: 'Credit card, debit card or your bank account.' },
  cod: { label: COD_LABEL, text: 'Pay when your order reaches you.' },
};

/** Describes a payment way, with its fee. */
function WayText({ way }: { way: PaymentWay }) {
  const { codFee } = useStore($charges);
  const fee = way === 'cod' && codFee > 0 ? ` ${COD_FEE_LABEL}: ${formatPaise(codFee)}.` : '';
  return <span>{ways[way].text + fee}</span>;
}

/** How the order is paid: a choice, or a sentence where the store offers one way only. */
export function PaymentChoice() {
  const offered = useStore($paymentWays);
  const chosen = useStore($paymentWay);
  useEffect(applyPaymentWay, [chosen]);

  if (offered.length === 1) {
    return (
      <section className="card-box" aria-label="Payment">
        <h3>{ways[chosen].label}</h3>
        <p>
          <WayText way={chosen} />
        </p>
      </section>
    );
  }
  return (
    <fieldset className="card-box">
      <legend>Payment method</legend>
      {offered.map((way) => (
        <label key={way} className="payment">
          <input type="radio" name="payment_way" value={way} checked={way === chosen} onChange={() => choosePaymentWay(way)} />
          <span>
            <strong>{ways[way].label}</strong>
            <br />
            <span className="quiet">
              <WayText way={way} />
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
