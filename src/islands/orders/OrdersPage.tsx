import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { LoadError } from '#islands/ui/LoadError.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { useLoad } from '#islands/ui/useLoad.ts';
import { $orders, fetchOrders } from '#lib/state/orders/orders.ts';
import { LazyOrderPanel } from './LazyOrderPanel.tsx';
import { OrderCard } from './OrderCard.tsx';
import { OrdersSkeleton } from './OrdersSkeleton.tsx';
import './OrdersPage.css';
import '#styles/ui/empty.css';

/** The customer's orders, newest first; each opens its details in a side panel. */
export default function OrdersPage() {
  const known = useHydrated();
  const { orders, loading, error } = useStore($orders, { ssr: 'initial' });
  const page = useRef<HTMLDivElement>(null);
  useToasts();
  useLoad(fetchOrders, error !== null);

  if (!known || (!orders && !error)) return <OrdersSkeleton />;
  return (
    <div ref={page} tabIndex={-1} className="orders">
      {error && <LoadError message={error} busy={loading} retry={() => void fetchOrders()} />}
      {orders?.length === 0 && (
        <div className="empty orders-empty">
          <h2>You have no orders yet</h2>
          <p>What you order is listed here, with where it is on its way.</p>
          <a className="button primary" href="/shop">
            Start shopping
          </a>
        </div>
      )}
      {orders && orders.length > 0 && (
        <>
          <p className="quiet orders-count">{orders.length === 1 ? '1 order' : `${orders.length} orders, newest first`}</p>
          <ul className="order-list" aria-label="Your orders">
            {orders.map((order) => (
              <OrderCard key={order.order_id} order={order} />
            ))}
          </ul>
        </>
      )}
      <LazyOrderPanel home={page} />
    </div>
  );
}
