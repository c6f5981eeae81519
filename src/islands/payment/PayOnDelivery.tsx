import { useStore } from '@nanostores/react';
import type { Payment } from '#lib/contract/payments.ts';
import { t } from '#lib/contract/text/t.ts';
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
  if (cod?.available === false) return <p className="quiet">{t('Cash on delivery is not available for this pincode.')}</p>;
  const codFee = cod ? toPaise(cod.fee) : charges.codFee;
  const due =
    amount === undefined
      ? t('Your order is placed at once, and you pay when it reaches you.')
      : t('Your order is placed at once, and you pay {amount} when it reaches you.', {
          amount: formatPaise(toPaise(amount) + codFee),
        });
  const fee = codFee > 0 ? ` ${t('{charge}: {amount}.', { charge: COD_FEE_LABEL, amount: formatPaise(codFee) })}` : '';
  return (
    <div className="pay-on-delivery">
      <button type="button" className="button" disabled={disabled} onClick={() => void payOnDelivery(id)}>
        {t('Pay on delivery instead')}
      </button>
      <p className="quiet">{due + fee}</p>
    </div>
  );
}
