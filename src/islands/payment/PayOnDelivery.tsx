import { useStore } from '@nanostores/react';
import { formatPaise } from '#lib/rules/money.ts';
import { COD_FEE_LABEL } from '#lib/rules/shipping-text.ts';
import { payOnDelivery } from '#lib/state/payment/payment.ts';
import { $charges } from '#lib/state/store/charges.ts';
import './PayOnDelivery.css';

interface Props {
  /** The payment's id. */
  id: string;
  disabled: boolean;
}

/** Changes the orders of a payment to cash on delivery. */
export function PayOnDelivery({ id, disabled }: Props) {
  const { codFee } = useStore($charges);
  return (
    <div className="pay-on-delivery">
      <button type="button" className="button" disabled={disabled} onClick={() => void payOnDelivery(id)}>
        Pay on delivery instead
      </button>
      <p className="quiet">
        Your order is placed at once, and you pay when it reaches you.{codFee > 0 && ` ${COD_FEE_LABEL}: ${formatPaise(codFee)}.`}
      </p>
    </div>
  );
}
