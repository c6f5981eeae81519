import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { EmptyState } from '#islands/ui/EmptyState.tsx';
import { LoadError } from '#islands/ui/LoadError.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { useLoad } from '#islands/ui/useLoad.ts';
import type { PaymentCheckout } from '#lib/contract/payments.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatRupees } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { PAYMENT_POLL_MS } from '#lib/site/timings.ts';
import { $payLink, fetchPayLink } from '#lib/state/payment/pay-link.ts';
import { $payment } from '#lib/state/payment/payment.ts';
import { PaymentDue } from './PaymentDue.tsx';
import { PaymentLayout } from './PaymentLayout.tsx';
import { ProviderPayment } from './providers/ProviderPayment.tsx';
import '#styles/ui/link.css';
import '#styles/ui/framed-box.css';
import '#styles/ui/notice.css';
import '#styles/ui/loading-text.css';

interface Props {
  storeName: string;
  /** The provider's checkout, if it needs a script. */
  checkout: PaymentCheckout | undefined;
}

const readToken = (): string =>
  typeof location === 'undefined' ? '' : (new URLSearchParams(location.search).get('token') ?? '');

/** The payment of one order by whoever has its link: until it ships, with the discount for paying ahead. */
export default function PayByLink({ storeName, checkout }: Props) {
  const hydrated = useHydrated();
  const [isOpen, setOpen] = useState(false);
  const { orderNumber, state, error, loading, isMissing } = useStore($payLink, { ssr: 'initial' });
  const { payment, isChanging } = useStore($payment, { ssr: 'initial' });
  const load = useCallback(() => fetchPayLink(readToken()), []);
  useLoad(load, error !== null);
  useToasts();
  const isWaiting = state === 'payable' && payment?.status !== 'paid';
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void fetchPayLink(readToken(), { quiet: true });
    }, PAYMENT_POLL_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  if (!hydrated) return <p className="waiting">{t('Loading your payment…')}</p>;
  if (isMissing)
    return (
      <EmptyState
        icon="parcel"
        title={t('This link is not valid')}
        text={t('Open the link in your email again, or ask the shop for another.')}
        links={[[paths.shop, t('Continue Shopping')]]}
      />
    );
  if (!state) {
    if (!error) return <p className="waiting">{t('Loading your payment…')}</p>;
    return <LoadError message={error} busy={loading} retry={() => void fetchPayLink(readToken())} />;
  }
  const isPaid = state === 'paid' || payment?.status === 'paid';
  if (isPaid || state === 'closed')
    return (
      <EmptyState
        icon="parcel"
        title={isPaid ? t('Your order is paid') : t('This order cannot be paid online any more')}
        text={
          isPaid
            ? t('Thank you. Nothing is to be paid on delivery.')
            : t('It is on its way, or it was cancelled. You pay on delivery, if it still comes.')
        }
        links={[[paths.account('orders'), t('See your orders')]]}
      />
    );
  return (
    <PaymentLayout>
      <section className="card-box stack" aria-label={t('Your payment')}>
        {payment && <PaymentDue numbers={[orderNumber]} amount={payment.amount} />}
        {payment?.prepaid_discount && (
          <p>{t('You save {amount} by paying now.', { amount: formatRupees(payment.prepaid_discount) })}</p>
        )}
        {payment?.confirming && <p role="status">{t('Your payment is being confirmed')}</p>}
        {payment && !payment.confirming && (
          <ProviderPayment
            payment={payment}
            checkout={checkout}
            storeName={storeName}
            isChanging={isChanging}
            isOpen={isOpen}
            setOpen={setOpen}
          />
        )}
      </section>
    </PaymentLayout>
  );
}
