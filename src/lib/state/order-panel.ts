import { computed, map } from 'nanostores';
import type { Order } from '#lib/contract/orders.ts';
import { $orders } from './orders.ts';
import { followOutside } from './outside.ts';
import { resettable } from './reset.ts';
import { $auth } from './session.ts';
import { keepInStep } from './sync.ts';

/** The order popup of specification 3: closed with no order, or open holding one. */
export type OrderPanelState = { isOpen: false; order: null } | { isOpen: true; order: Order };

const closed: OrderPanelState = { isOpen: false, order: null };

/** Travels to other tabs like all that specification 4.6 does not except; a tab that shows no orders takes no notice. */
export const $orderPanel = resettable(map<OrderPanelState>(closed), closed);
keepInStep('orderPanel', $orderPanel, []);
$auth.listen((auth) => {
  if (!auth.isAuthenticated && $orderPanel.get().isOpen) $orderPanel.set(followOutside(auth, { ...closed }));
});

/** The order in the popup as it was loaded last; null when the popup is closed. */
export const $openOrder = computed([$orderPanel, $orders], ({ order }, { orders }) => {
  if (!order) return null;
  return orders?.find(({ order_id }) => order_id === order.order_id) ?? order;
});

export const openOrder = (order: Order): void => $orderPanel.set({ isOpen: true, order });
export const closeOrder = (): void => $orderPanel.set(closed);
