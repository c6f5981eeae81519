import { t } from '#lib/contract/text/t.ts';
import { formatRupees } from '#lib/rules/money.ts';
import './PaymentDue.css';

interface Props {
  numbers: readonly string[];
  /** Rupees. */
  amount: string;
}

/** What a payment is for, and its amount. */
export function PaymentDue({ numbers, amount }: Props) {
  return (
    <dl className="payment-due">
      <div>
        <dt>{numbers.length === 1 ? t('Order') : t('Orders')}</dt>
        <dd>
          {numbers.map((number) => (
            <span key={number} translate="no">
              {number}
            </span>
          ))}
        </dd>
      </div>
      <div className="payment-amount">
        <dt>{t('To pay')}</dt>
        <dd className="price" translate="no">
          {formatRupees(amount)}
        </dd>
      </div>
    </dl>
  );
}
