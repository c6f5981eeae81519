import { useEffect } from 'react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { LoadError } from '#islands/ui/LoadError.tsx';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import type { Payment } from '#lib/contract/payments.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { formatRupees } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { refreshCart } from '#lib/state/cart/refresh-cart.ts';
import { fetchPayment, isPlaced } from '#lib/state/payment/payment.ts';
import { HoldCountdown } from './HoldCountdown.tsx';
import { NoPayment } from './NoPayment.tsx';
import { PaymentLayout } from './PaymentLayout.tsx';
import { PayOnDelivery } from './PayOnDelivery.tsx';
import { readPaymentId, usePayment } from './usePayment.ts';
import '#styles/ui/link.css';
import '#styles/ui/framed-box.css';
import '#styles/ui/notice.css';
import '#styles/ui/loading-text.css';
import './OrderFailure.css';

interface Props {
  isCodOffered: boolean;
}

const returned = t('If money has left your account, we place the order when it reaches us, or return it.');

const reasons = {
  failed: `${t('Your bank or UPI app did not complete the payment.')} ${returned}`,
  abandoned: t('The payment was closed before it was finished, so nothing has been paid.'),
  expired: `${t('The payment did not reach us in time, so we no longer hold your items.')} ${returned}`,
};

/** The reason by the payment's status; for a pending payment, by the URL. */
function reasonOf(payment: Payment | null): keyof typeof reasons {
  const { status } = payment ?? {};
  if (status === 'failed' || status === 'abandoned' || status === 'expired') return status;
  return new URLSearchParams(location.search).get('why') === 'failed' ? 'failed' : 'abandoned';
}

/** The payment came too late for the order and is refunded. */
function LatePayment({ amount }: { amount: string }) {
  return (
    <>
      <h2>{t('Your payment came too late')}</h2>
      <p>
        <Sentence
          parts={tParts(
            'The items were no longer available when it reached us, so the order could not be placed. We return {amount} to the account you paid from.',
            { amount: <strong translate="no">{formatRupees(amount)}</strong> },
          )}
        />
      </p>
    </>
  );
}

/** The page of a payment that was not made: the reason, and the next steps. */
export default function OrderFailure({ isCodOffered }: Props) {
  const hydrated = useHydrated();
  const { payment, loading, error, isMissing, isChanging, isLeaving } = usePayment({
    belongsHere: (found) => !isPlaced(found) && !found.confirming,
    needsId: true,
  });
  useToasts();
  useEffect(() => void refreshCart(), []);

  if (!hydrated || isLeaving) return <p className="waiting">{t('One moment…')}</p>;
  if (isMissing || readPaymentId() === null) return <NoPayment />;
  if (!payment && !error) return <p className="waiting">{t('Loading your payment…')}</p>;
  const isPending = payment?.status === 'pending';
  const refund = payment?.refund;
  return (
    <PaymentLayout>
      {error && <LoadError message={error} busy={loading} retry={() => void fetchPayment(readPaymentId())} />}
      <section className="stack">
        {refund ? (
          <LatePayment amount={refund} />
        ) : (
          <>
            <h2 className="failure-title">
              <span>{t("Payment didn't go through.")}</span> <span>{t('Your cart is safe.')}</span>
            </h2>
            <p>{reasons[reasonOf(payment)]}</p>
          </>
        )}
        {isPending && <HoldCountdown payment={payment} />}
      </section>
      <div className="payment-actions">
        <a className="button primary" href={isPending ? paths.payment(payment.id) : paths.checkout}>
          {t('Try again')}
        </a>
        {isCodOffered && payment && !refund && <PayOnDelivery id={payment.id} payment={payment} disabled={isChanging} />}
        <a className="link" href={paths.cart}>
          {t('Back to your cart')}
        </a>
      </div>
    </PaymentLayout>
  );
}
