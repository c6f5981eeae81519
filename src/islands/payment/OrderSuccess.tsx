import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect } from 'react';
import { CopyableOrderNumber } from '#islands/orders/CopyableOrderNumber.tsx';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { AddressText } from '#islands/ui/AddressText.tsx';
import { CheckIcon } from '#islands/ui/CheckIcon.tsx';
import { EmptyState } from '#islands/ui/EmptyState.tsx';
import { LoadError } from '#islands/ui/LoadError.tsx';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { isOtherStore } from '#lib/client/other-store.ts';
import { isSecondTap } from '#lib/client/second-tap.ts';
import type { Notified } from '#lib/contract/checkout.ts';
import { ORDER_CANCELLED } from '#lib/contract/order-status.ts';
import type { Order } from '#lib/contract/orders.ts';
import { isPrepaid } from '#lib/contract/payment-methods.ts';
import type { OrderMessage } from '#lib/contract/store.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { formatPaise, formatRupees, toPaise } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { describeArrival } from '#lib/site/delivery-texts.ts';
import { TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { $checkout, updateCheckout } from '#lib/state/checkout/checkout.ts';
import { restorePlacedOrder } from '#lib/state/checkout/placed-order.ts';
import { $orders, fetchOrders } from '#lib/state/orders/orders.ts';
import { isPlaced } from '#lib/state/payment/payment.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
import { maskEmail, maskPhone } from './mask-contact.ts';
import { SellerOrder } from './SellerOrder.tsx';
import { readPaymentId, usePayment } from './usePayment.ts';
import '#styles/ui/framed-box.css';
import '#styles/ui/notice.css';
import '#styles/ui/loading-text.css';
import './OrderSuccess.css';

interface Props {
  /** The kinds of messages that the store sends. */
  messages: readonly OrderMessage[];
}

/** Shown when this browser has placed no order. */
function NoOrder() {
  return (
    <EmptyState
      icon="parcel"
      title={t('There is no new order to show')}
      text={t('You can find all your orders in your account.')}
      links={[
        [paths.account('orders'), t('See your orders')],
        [paths.shop, t('Continue Shopping')],
      ]}
    />
  );
}

/** The list of orders; for a single order, with its details open. */
const viewPath = ([first, ...others]: readonly Order[]): string =>
  first && others.length === 0 ? paths.order(first.order_number) : paths.account('orders');

const toMessages = ({ email, sms }: Notified): OrderMessage[] => [
  ...(email ? (['mail'] as const) : []),
  ...(sms ? (['sms'] as const) : []),
];

/** Says where the confirmation is sent. Renders nothing when the store sends none. */
function Confirmation({ order: { address }, messages }: { order: Order; messages: Props['messages'] }) {
  const email = messages.includes('mail') && address?.email ? maskEmail(address.email) : undefined;
  const number = messages.includes('sms') && address?.phone_number ? maskPhone(address.phone_number) : undefined;
  if (email && number) return <p>{t('We sent the details to {email} and to {number}.', { email, number })}</p>;
  const to = email ?? number;
  return to && <p>{t('We sent the details to {to}.', { to })}</p>;
}

/** The steps until the orders arrive, and the delivery address. */
function NextSteps({ orders }: { orders: readonly Order[] }) {
  const [first] = orders;
  if (!first) return null;
  const toCollect = orders.filter((order) => !isPrepaid(order)).reduce((sum, order) => sum + toPaise(order.final_amount), 0);
  return (
    <div className="order-next">
      {first.address && (
        <section className="card-box">
          <h2>{t('Deliver to')}</h2>
          <AddressText address={first.address} />
        </section>
      )}
      <section className="card-box">
        <h2>{t('What happens next')}</h2>
        <ol className="next-steps">
          <li>{t('The seller confirms your order and packs it.')}</li>
          {first.address && (
            <li>
              {t('We’ll deliver to {city} {pincode} and call +91 {number} if needed.', {
                city: first.address.city,
                pincode: first.address.pincode,
                number: first.address.phone_number,
              })}
            </li>
          )}
          {toCollect > 0 && <li>{t('Keep {amount} ready and pay when it arrives.', { amount: formatPaise(toCollect) })}</li>}
        </ol>
        {orders.map(
          ({ order_id, pay_path }) =>
            pay_path && (
              <p key={order_id}>
                <a className="link" href={pay_path}>
                  {t('Pay now instead of on delivery')}
                </a>
              </p>
            ),
        )}
      </section>
    </div>
  );
}

/** The second tap was meant for the button that placed the order, if the store replies fast. */
const ignoreSecondTap = (event: MouseEvent) => isSecondTap(event) && event.preventDefault();

/** The thanks for placed orders: numbers, where they go, items. Survives a reload, and opens by a payment's id in another browser. */
export default function OrderSuccess({ messages }: Props) {
  const hydrated = useHydrated();
  const checkout = useStore($checkout, { ssr: 'initial' });
  const { orders, loading, error } = useStore($orders, { ssr: 'initial' });
  const { payment, isLeaving, isMissing, error: paymentError } = usePayment({ belongsHere: isPlaced, needsId: true });
  const { message, payment_id } = checkout;
  useToasts();
  useEffect(() => {
    restorePlacedOrder();
    void fetchOrders();
  }, []);
  // Redirects to the payment page while the latest checkout is unpaid.
  const isUnpaid = hydrated && readPaymentId() === null && payment_id !== '';
  useEffect(() => {
    if (isUnpaid) location.replace(paths.payment(payment_id));
  }, [isUnpaid, payment_id]);
  useEffect(() => {
    if (!message) return;
    toastSuccess(message, { duration: TOAST_SHORT_MS });
    updateCheckout({ message: null });
  }, [message]);

  const isPaymentAwaited = hydrated && readPaymentId() !== null && !payment && !isMissing && !paymentError;
  if (!hydrated || isPaymentAwaited || isUnpaid || isLeaving) return <p className="waiting">{t('Loading your order…')}</p>;
  const ids = payment?.order_id ?? checkout.order_id;
  const placed = (orders ?? []).filter(({ order_id, status }) => ids.includes(order_id) && status !== ORDER_CANCELLED);
  const first = placed[0];
  const firstName = first?.address?.firstname;
  const arrivals = [...new Set(placed.map(describeArrival))].filter((by) => by !== undefined);
  // Another store may tell no ids, or list the order under another one.
  const isUnlisted = checkout.success && isOtherStore() && !orders?.some(({ order_id }) => ids.includes(order_id));
  if (!isUnlisted && (ids.length === 0 || (orders && placed.length === 0))) return <NoOrder />;
  return (
    <div className="order-success">
      <section className="stack order-thanks">
        <span className="order-tick">
          <CheckIcon />
        </span>
        <h2>
          {firstName ? (
            <Sentence parts={tParts('Thank you, {name}', { name: <span translate="no">{firstName}</span> })} />
          ) : (
            t('Thank you')
          )}
        </h2>
        <p>{t('Your order is placed.')}</p>
        {placed.length > 0 && (
          <ul className="order-numbers" aria-label={placed.length === 1 ? t('Order number') : t('Order numbers')}>
            {placed.map(({ order_number }) => (
              <li key={order_number}>
                <CopyableOrderNumber number={order_number} />
              </li>
            ))}
          </ul>
        )}
        {first && <Confirmation order={first} messages={checkout.notified ? toMessages(checkout.notified) : messages} />}
        {arrivals.length === 1 && <p>{t('Delivery {by}.', { by: arrivals[0] ?? '' })}</p>}
        {placed.length > 1 && (
          <p className="quiet">
            {t('The items come from {count} sellers, so each seller sends its own parcel.', { count: placed.length })}
          </p>
        )}
        {payment?.refund && payment.payment_method === 'cod' && (
          <p className="notice plain">
            {t('Your online payment has reached us too. We return {amount} to the account you paid from.', {
              amount: formatRupees(payment.refund),
            })}
          </p>
        )}
        {!orders && loading && <p className="quiet order-loading">{t('Loading your order…')}</p>}
        {!orders && error && (
          <LoadError
            message={t('Your order is safe, but its details could not be loaded: {reason}', { reason: error })}
            busy={loading}
            retry={() => void fetchOrders()}
          />
        )}
        <p className="order-links settles">
          <a className="button primary" href={viewPath(placed)} onClick={ignoreSecondTap}>
            {placed.length === 1 ? t('View order') : t('View orders')}
          </a>
          <a className="button" href={paths.shop} onClick={ignoreSecondTap}>
            {t('Continue Shopping')}
          </a>
        </p>
      </section>
      <div className="order-placed">
        {placed.map((order) => (
          <SellerOrder key={order.order_id} order={order} />
        ))}
        <NextSteps orders={placed} />
      </div>
    </div>
  );
}
