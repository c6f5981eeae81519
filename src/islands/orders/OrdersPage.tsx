import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { EmptyState } from '#islands/ui/EmptyState.tsx';
import { LoadError } from '#islands/ui/LoadError.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { useLoad } from '#islands/ui/useLoad.ts';
import { loadModule } from '#lib/client/load-module.ts';
import type { FormerOrder, Order } from '#lib/contract/orders.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { openOrderPanel } from '#lib/state/orders/order-panel.ts';
import { $orders, fetchOrders } from '#lib/state/orders/orders.ts';
import { LazyOrderPanel } from './LazyOrderPanel.tsx';
import { OrderCard } from './OrderCard.tsx';
import { OrdersSkeleton } from './OrdersSkeleton.tsx';
import './OrdersPage.css';

/** Few customers have past orders. Without the module, the own orders are all there is. */
const FormerOrders = lazy<ComponentType<{ orders: readonly FormerOrder[] }>>(() =>
  loadModule(() => import('./former/FormerOrders.tsx')).catch(() => ({ default: () => null })),
);

/** Opens the details of the order whose number is the URL's hash, once the orders are loaded. */
function useOrderFromUrl(orders: readonly Order[] | null): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!orders || isDone.current) return;
    isDone.current = true;
    const named = orders.find(({ order_number }) => `#${order_number}` === location.hash);
    if (named) openOrderPanel(named);
  }, [orders]);
}

export default function OrdersPage() {
  const hydrated = useHydrated();
  const { orders, former, loading, error } = useStore($orders, { ssr: 'initial' });
  const page = useRef<HTMLDivElement>(null);
  useToasts();
  useLoad(fetchOrders, error !== null);
  useOrderFromUrl(orders);

  if (!hydrated || (!orders && !error)) return <OrdersSkeleton />;
  return (
    <div ref={page} tabIndex={-1} className="orders">
      {error && <LoadError message={error} busy={loading} retry={() => void fetchOrders()} />}
      <Suspense fallback={<OrdersSkeleton />}>
        {orders?.length === 0 && (
          <EmptyState
            icon="parcel"
            title={t('You have no orders yet')}
            text={t('Your orders and their status will be listed here.')}
            links={[[paths.shop, t('Start shopping')]]}
          />
        )}
        {orders && orders.length > 0 && (
          <>
            <p className="quiet orders-count">
              {orders.length === 1 ? t('1 order') : t('{count} orders, newest first', { count: orders.length })}
            </p>
            <ul className="order-list" aria-label={t('Your orders')}>
              {orders.map((order) => (
                <OrderCard key={order.order_id} order={order} />
              ))}
            </ul>
          </>
        )}
        {former.length > 0 && <FormerOrders orders={former} />}
      </Suspense>
      <LazyOrderPanel fallbackFocus={page} />
    </div>
  );
}
