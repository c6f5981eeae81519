import { map } from 'nanostores';
import { getOrders, type Order } from '#lib/contract/orders.ts';
import { callStore, isRefused, joined } from './call.ts';
import { resettable } from './reset.ts';
import { keepInStep } from './sync.ts';

export interface OrdersState {
  /** The customer's orders, newest first; null until they were fetched. */
  orders: readonly Order[] | null;
  loading: boolean;
  error: string | null;
}

const unknown: OrdersState = { orders: null, loading: false, error: null };

export const $orders = resettable(map(unknown), unknown);
keepInStep('orders', $orders, ['loading', 'error']);

/** Loads the customer's orders. */
export async function fetchOrders(): Promise<void> {
  $orders.set({ ...$orders.get(), loading: true, error: null });
  const outcome = await callStore(getOrders);
  if (!outcome) return $orders.setKey('loading', false);
  if (isRefused(outcome)) return $orders.set({ ...$orders.get(), loading: false, error: joined(outcome.message) });
  $orders.set({ orders: outcome.data, loading: false, error: null });
}
