import { useStore } from '@nanostores/react';
import type { Payment } from '#lib/contract/payments.ts';
import { t } from '#lib/contract/text/t.ts';
import { COD_FEE_LABEL } from '#lib/rules/charge-texts.ts';
import { formatPaise, formatRupees, toPaise } from '#lib/rules/money.ts';
import { payableOnDelivery, payOnDelivery } from '#lib/state/payment/payment.ts';
import { $charges } from '#lib/state/store/charges.ts';
import './PayOnDelivery.css';

interface Props {
  id: string;
  /** Undefined while it could not be loaded. */
  payment?: Payment | undefined;
  disabled: boolean;
}

export function PayOnDelivery({ id, payment, disabled }: Props) {
  const charges = useStore($charges);
  const cod = payment?.cod;
  if (cod?.available === false) return <p className="quiet">{t('Cash on delivery is not available for this pincode.')}</p>;
  const codFee = cod ? toPaise(cod.fee) : charges.codFee;
  const due =
    payment === undefined
      ? t('Your order is placed at once, and you pay when it reaches you.')
      : t('Your order is placed at once, and you pay {amount} when it reaches you.', {
          amount: formatPaise(payableOnDelivery(payment) + codFee),
        });
  const fee = codFee > 0 ? ` ${t('{charge}: {amount}.', { charge: COD_FEE_LABEL, amount: formatPaise(codFee) })}` : '';
  const lost = payment?.prepaid_discount
    ? ` ${t('Without the discount of {amount} for paying ahead.', { amount: formatRupees(payment.prepaid_discount) })}`
    : '';
  return (
    <div className="pay-on-delivery">
      <button type="button" className="button" disabled={disabled} onClick={() => void payOnDelivery(id)}>
        {t('Pay on delivery instead')}
      </button>
      <p className="quiet">{due + fee + lost}</p>
    </div>
  );
}
