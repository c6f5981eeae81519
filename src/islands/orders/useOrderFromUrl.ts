import { useEffect, useRef } from 'react';
import type { Order } from '#lib/contract/orders.ts';
import { openOrderPanel } from '#lib/state/orders/order-panel.ts';

/** Opens the details of the order whose number is the URL's hash, once the orders are loaded. */
export function useOrderFromUrl(orders: readonly Order[] | null): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!orders || isDone.current) return;
    isDone.current = true;
    const named = orders.find(({ order_number }) => `#${order_number}` === location.hash);
    if (named) openOrderPanel(named);
  }, [orders]);
}
