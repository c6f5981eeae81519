import { payOnDelivery } from '#lib/state/payment/payment.ts';
import './PayOnDelivery.css';

interface Props {
  /** The payment's id. */
  id: string;
  disabled: boolean;
}

/** Changes the orders of a payment to cash on delivery. */
export function PayOnDelivery({ id, disabled }: Props) {
  return (
    <div className="pay-on-delivery">
      <button type="button" className="button" disabled={disabled} onClick={() => void payOnDelivery(id)}>
        Pay on delivery instead
      </button>
      <p className="quiet">Your order is placed at once, and you pay when it reaches you.</p>
    </div>
  );
}
