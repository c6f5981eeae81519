import { useStore } from '@nanostores/react';
import type { Payment } from '#lib/contract/payments.ts';
import { COD_FEE_LABEL } from '#lib/rules/charge-texts.ts';
import { formatPaise, toPaise } from '#lib/rules/money.ts';
import { payOnDelivery } from '#lib/state/payment/payment.ts';
import { $charges } from '#lib/state/store/charges.ts';
import './PayOnDelivery.css';

interface Props {
  id: string;
  /** What is paid online, in rupees; undefined while the payment could not be loaded. */
  amount?: string | undefined;
  /** What the store says about it for these orders; undefined where it says nothing. */
  cod?: Payment['cod'];
  disabled: boolean;
}

export function PayOnDelivery({ id, amount, cod, disabled }: Props) {
  const charges = useStore($charges);
  if (cod?.available === false) return <p className="quiet">Cash on delivery is not available for this pincode.</p>;
  const codFee = cod ? toPaise(cod.fee) : charges.codFee;
  const due = amount === undefined ? '' : ` ${formatPaise(toPaise(amount) + codFee)}`;
  const fee = codFee > 0 ? ` ${COD_FEE_LABEL}: ${formatPaise(codFee)}.` : '';
  return (
    <div className="pay-on-delivery">
      <button type="button" className="button" disabled={disabled} onClick={() => void payOnDelivery(id)}>
        Pay on delivery instead
      </button>
      <p className="quiet">{`Your order is placed at once, and you pay${due} when it reaches you.${fee}`}</p>
    </div>
  );
}
