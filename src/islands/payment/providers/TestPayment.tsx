import type { Payment } from '#lib/contract/payments.ts';
import { t } from '#lib/contract/text/t.ts';
import { confirmPayment } from '#lib/state/payment/payment.ts';
import '#styles/ui/notice.css';
import './TestPayment.css';

interface Props {
  payment: Payment;
  disabled: boolean;
}

const outcomes = [
  { outcome: 'paid', label: t('Paid'), className: 'button primary' },
  { outcome: 'failed', label: t('Failed'), className: 'button' },
  { outcome: 'abandoned', label: t('Abandoned'), className: 'button' },
] as const;

/** The test provider of a demo shop: the shopper says how the payment ends. */
export function TestPayment({ payment: { id, options }, disabled }: Props) {
  return (
    <>
      <div className="notice plain">
        <p>{options?.['notice']}</p>
        <p>{t('Choose how it ends:')}</p>
      </div>
      <div className="payment-outcomes">
        {outcomes.map(({ outcome, label, className }) => (
          <button
            key={outcome}
            type="button"
            className={className}
            disabled={disabled}
            onClick={() => void confirmPayment(id, { outcome })}
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}
