import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { EmptyState } from '#islands/ui/EmptyState.tsx';
import { LoadError } from '#islands/ui/LoadError.tsx';
import { isPrepaid } from '#islands/ui/payment-method.ts';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { formatPaise, toPaise } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { TOAST_SHORT_MS } from '#lib/rules/timings.ts';
import { $checkout, updateCheckout } from '#lib/state/checkout/checkout.ts';
import { $orders, fetchOrders } from '#lib/state/orders/orders.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';
import { PlacedOrder } from './PlacedOrder.tsx';
import '#styles/ui/waiting.css';
import './OrderSuccess.css';

/** Shown when this browser has placed no order. */
function NoOrder() {
  return (
    <EmptyState title="There is no new order to show" text="You can find all your orders in your account.">
      <a className="button primary" href={paths.account('orders')}>
        See your orders
      </a>
      <a className="button" href={paths.shop}>
        Continue Shopping
      </a>
    </EmptyState>
  );
}

/** The confirmation of placed orders: numbers, next steps, items. Survives a reload. */
export default function OrderSuccess() {
  const hydrated = useHydrated();
  const { order_id, message } = useStore($checkout, { ssr: 'initial' });
  const { orders, loading, error } = useStore($orders, { ssr: 'initial' });
  useToasts();
  useEffect(() => void fetchOrders(), []);
  useEffect(() => {
    if (!message) return;
    toastSuccess(message, { duration: TOAST_SHORT_MS });
    updateCheckout({ message: null });
  }, [message]);

  if (!hydrated) return <p className="waiting">Loading your order…</p>;
  const placed = (orders ?? []).filter((order) => order_id.includes(order.order_id));
  const total = placed.reduce((sum, order) => sum + toPaise(order.final_amount), 0);
  const first = placed[0];
  if (order_id.length === 0 || (orders && placed.length === 0)) return <NoOrder />;
  return (
    <div className="order-success">
      <section className="stack">
        <h2>Thank you{first && `, ${first.address.firstname}`}. Your order is placed.</h2>
        {placed.length > 0 && (
          <p>
            {placed.length === 1 ? 'Order number' : 'Order numbers'}{' '}
            <strong className="order-numbers">{placed.map((order) => order.order_number).join(', ')}</strong>
          </p>
        )}
        {placed.length > 1 && (
          <p className="quiet">The items come from {placed.length} sellers, so each seller sends its own parcel.</p>
        )}
        {!orders && loading && <p className="quiet">Loading your order…</p>}
        {!orders && error && (
          <LoadError
            message={`Your order is safe, but its details could not be loaded: ${error}`}
            busy={loading}
            retry={() => void fetchOrders()}
          />
        )}
      </section>
      {first && (
        <>
          <section className="stack">
            <h2>What happens next</h2>
            <ol className="next-steps">
              <li>The seller confirms your order and packs it.</li>
              <li>
                It goes to {first.address.city} {first.address.pincode}. If needed, we call +91 {first.address.phone_number}.
              </li>
              {!isPrepaid(first) && <li>Keep {formatPaise(total)} ready and pay when it arrives.</li>}
            </ol>
          </section>
          {placed.map((order) => (
            <PlacedOrder key={order.order_id} order={order} />
          ))}
        </>
      )}
      <p>
        <a className="button primary" href={paths.shop}>
          Continue Shopping
        </a>
      </p>
    </div>
  );
}
