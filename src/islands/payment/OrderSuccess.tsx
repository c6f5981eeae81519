import { useStore } from '@nanostores/react';
import { type MouseEvent, useEffect } from 'react';
import { CopyableOrderNumber } from '#islands/orders/CopyableOrderNumber.tsx';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { AddressText } from '#islands/ui/AddressText.tsx';
import { CheckIcon } from '#islands/ui/CheckIcon.tsx';
import { EmptyState } from '#islands/ui/EmptyState.tsx';
import { LoadError } from '#islands/ui/LoadError.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { isOtherStore } from '#lib/client/other-store.ts';
import { isSecondTap } from '#lib/client/second-tap.ts';
import { ORDER_CANCELLED } from '#lib/contract/order-status.ts';
import type { Order } from '#lib/contract/orders.ts';
import { isPrepaid } from '#lib/contract/payment-methods.ts';
import type { OrderMessage } from '#lib/contract/store.ts';
import { formatPaise, formatRupees, toPaise } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { TOAST_SHORT_MS } from '#lib/rules/timings.ts';
import { $checkout, updateCheckout } from '#lib/state/checkout/checkout.ts';
import { restorePlacedOrder } from '#lib/state/checkout/placed-order.ts';
import { $orders, fetchOrders } from '#lib/state/orders/orders.ts';
import { isPlaced } from '#lib/state/payment/payment.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
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
    <EmptyState icon="parcel" title="There is no new order to show" text="You can find all your orders in your account.">
      <p className="cluster">
        <a className="button primary" href={paths.account('orders')}>
          See your orders
        </a>
        <a className="button" href={paths.shop}>
          Continue Shopping
        </a>
      </p>
    </EmptyState>
  );
}

/** The list of orders; for a single order, with its details open. */
const viewPath = ([first, ...others]: readonly Order[]): string =>
  first && others.length === 0 ? paths.order(first.order_number) : paths.account('orders');

/** Says where the confirmation was sent. Renders nothing when the store sends none. */
function Confirmation({ order: { address }, messages }: { order: Order; messages: Props['messages'] }) {
  const ways = [
    ...(address?.email && messages.includes('mail') ? [`by email to ${address.email}`] : []),
    ...(address?.phone_number && messages.includes('sms') ? [`by text message to +91 ${address.phone_number}`] : []),
  ];
  return ways.length > 0 && <p>{`A confirmation is on its way ${ways.join(' and ')}.`}</p>;
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
          <h2>Deliver to</h2>
          <AddressText address={first.address} />
        </section>
      )}
      <section className="card-box">
        <h2>What happens next</h2>
        <ol className="next-steps">
          <li>The seller confirms your order and packs it.</li>
          {first.address && (
            <li>
              {`We’ll deliver to ${first.address.city} ${first.address.pincode} and call +91 ${first.address.phone_number} if needed.`}
            </li>
          )}
          {toCollect > 0 && <li>{`Keep ${formatPaise(toCollect)} ready and pay when it arrives.`}</li>}
        </ol>
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
  if (!hydrated || isPaymentAwaited || isUnpaid || isLeaving) return <p className="waiting">Loading your order…</p>;
  const ids = payment?.order_id ?? checkout.order_id;
  const placed = (orders ?? []).filter(({ order_id, status }) => ids.includes(order_id) && status !== ORDER_CANCELLED);
  const first = placed[0];
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
          <span>Thank you</span>
          {first?.address?.firstname && <span translate="no">{`, ${first.address.firstname}`}</span>}
        </h2>
        <p>Your order is placed.</p>
        {placed.length > 0 && (
          <ul className="order-numbers" aria-label={placed.length === 1 ? 'Order number' : 'Order numbers'}>
            {placed.map(({ order_number }) => (
              <li key={order_number}>
                <CopyableOrderNumber number={order_number} />
              </li>
            ))}
          </ul>
        )}
        {first && <Confirmation order={first} messages={messages} />}
        {placed.length > 1 && (
          <p className="quiet">{`The items come from ${placed.length} sellers, so each seller sends its own parcel.`}</p>
        )}
        {payment?.refund && payment.payment_method === 'cod' && (
          <p className="notice plain">
            {`Your online payment has reached us too. We return ${formatRupees(payment.refund)} to the account you paid from.`}
          </p>
        )}
        {!orders && loading && <p className="quiet order-loading">Loading your order…</p>}
        {!orders && error && (
          <LoadError
            message={`Your order is safe, but its details could not be loaded: ${error}`}
            busy={loading}
            retry={() => void fetchOrders()}
          />
        )}
        <p className="order-links settles">
          <a className="button primary" href={viewPath(placed)} onClick={ignoreSecondTap}>
            {placed.length === 1 ? 'View order' : 'View orders'}
          </a>
          <a className="button" href={paths.shop} onClick={ignoreSecondTap}>
            Continue Shopping
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
