import { computed, map } from 'nanostores';
import type { Order } from '#lib/contract/orders.ts';
import { inheritOrigin } from '#lib/state/persistence/change-origin.ts';
import { registerForReset } from '#lib/state/persistence/reset.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';
import { $auth } from '#lib/state/session/session.ts';
import { $orders } from './orders.ts';

/** The order popup of specification 3: closed with no order, or open holding one. */
export type OrderPanelState = { isOpen: false; order: null } | { isOpen: true; order: Order };

const closed: OrderPanelState = { isOpen: false, order: null };

/** Travels to other tabs like all that specification 4.6 does not except; a tab that shows no orders takes no notice. */
export const $orderPanel = registerForReset(map<OrderPanelState>(closed), closed);
syncAcrossTabs('orderPanel', $orderPanel, []);
$auth.listen((auth) => {
  if (!auth.isAuthenticated && $orderPanel.get().isOpen) $orderPanel.set(inheritOrigin(auth, { ...closed }));
});

/** The order in the popup as it was loaded last; null when the popup is closed. */
export const $panelOrder = computed([$orderPanel, $orders], ({ order }, { orders }) => {
  if (!order) return null;
  return orders?.find(({ order_id }) => order_id === order.order_id) ?? order;
});

export const openOrderPanel = (order: Order): void => $orderPanel.set({ isOpen: true, order });
export const closeOrderPanel = (): void => $orderPanel.set(closed);
