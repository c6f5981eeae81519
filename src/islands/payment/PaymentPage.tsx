import { useState } from 'react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { LoadError } from '#islands/ui/LoadError.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import type { PaymentCheckout } from '#lib/contract/payments.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { fetchPayment, isPlaced } from '#lib/state/payment/payment.ts';
import { HoldCountdown } from './HoldCountdown.tsx';
import { NoPayment } from './NoPayment.tsx';
import { PaymentDue } from './PaymentDue.tsx';
import { PaymentLayout } from './PaymentLayout.tsx';
import { PayOnDelivery } from './PayOnDelivery.tsx';
import { ProviderPayment } from './providers/ProviderPayment.tsx';
import { readPaymentId, usePayment } from './usePayment.ts';
import '#styles/ui/link.css';
import '#styles/ui/framed-box.css';
import '#styles/ui/notice.css';
import '#styles/ui/loading-text.css';

interface Props {
  storeName: string;
  /** The provider's checkout, if it needs a script. */
  checkout: PaymentCheckout | undefined;
  isCodOffered: boolean;
}

/** The bank has approved the payment: the shopper waits and must not pay again. */
const Confirming = () => (
  <div className="notice plain" role="status">
    <p>{t('Your payment is being confirmed')}</p>
    <p>
      {t(
        'Your bank or UPI app has approved it. Please do not pay again: this page continues by itself as soon as the money reaches us.',
      )}
    </p>
  </div>
);

/** The hold is over, and the store asks the provider whether the money has come. */
const Asking = () => (
  <div className="notice plain" role="status">
    <p>{t('The time for this payment is over. If you have paid, please do not pay again')}</p>
    <p>{t('We are asking the payment provider: this page continues by itself as soon as it answers.')}</p>
  </div>
);

/** The payment of a prepaid checkout: what it is for, the time left, and the provider's button. */
export default function PaymentPage({ storeName, checkout, isCodOffered }: Props) {
  const hydrated = useHydrated();
  const [isWindowOpen, setWindowOpen] = useState(false);
  const { payment, loading, error, isMissing, isChanging, isLeaving } = usePayment({
    belongsHere: (found) => found.status === 'pending' && !isPlaced(found),
    isWindowOpen,
  });
  useToasts();

  if (!hydrated || isLeaving) return <p className="waiting">{t('Loading your payment…')}</p>;
  if (isMissing) return <NoPayment />;
  const id = payment?.id ?? readPaymentId();
  if (!payment) {
    if (!error) return <p className="waiting">{t('Loading your payment…')}</p>;
    return (
      <PaymentLayout>
        <LoadError message={error} busy={loading} retry={() => void fetchPayment(id)} />
        {isCodOffered && id && <PayOnDelivery id={id} disabled={isChanging} />}
      </PaymentLayout>
    );
  }
  const isAsked = !payment.options && payment.seconds_left === 0;
  if (payment.confirming || isAsked) {
    return (
      <PaymentLayout>
        <section className="card-box stack" aria-label={t('Your payment')}>
          <PaymentDue numbers={payment.order_number} amount={payment.amount} />
          {payment.confirming ? <Confirming /> : <Asking />}
        </section>
      </PaymentLayout>
    );
  }
  return (
    <PaymentLayout>
      <section className="card-box stack" aria-label={t('Your payment')}>
        <PaymentDue numbers={payment.order_number} amount={payment.amount} />
        <HoldCountdown payment={payment} />
        <ProviderPayment
          payment={payment}
          checkout={checkout}
          storeName={storeName}
          isChanging={isChanging}
          isOpen={isWindowOpen}
          setOpen={setWindowOpen}
        />
      </section>
      {isCodOffered && <PayOnDelivery id={payment.id} payment={payment} disabled={isChanging || isWindowOpen} />}
      <p>
        <a className="link" href={paths.cart}>
          {t('Back to your cart')}
        </a>
      </p>
    </PaymentLayout>
  );
}
