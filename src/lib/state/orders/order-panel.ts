import { computed } from 'nanostores';
import type { Order } from '#lib/contract/orders.ts';
import { createSharedMap } from '#lib/state/persistence/shared-map.ts';
import { clearOnSignOut } from '#lib/state/session/session.ts';
import { $orders } from './orders.ts';

/** The order popup: closed with no order, or open with one. */
export type OrderPanelState = { isOpen: false; order: null } | { isOpen: true; order: Order };

const closed: OrderPanelState = { isOpen: false, order: null };

/** Synced to other tabs, which is the specified default; pages without orders ignore it. */
export const $orderPanel = createSharedMap<OrderPanelState>('orderPanel', closed);
clearOnSignOut($orderPanel, closed);

/** The order in the popup as it was loaded last; null when the popup is closed. */
export const $panelOrder = computed([$orderPanel, $orders], ({ order }, { orders }) => {
  if (!order) return null;
  return orders?.find(({ order_id }) => order_id === order.order_id) ?? order;
});

export const openOrderPanel = (order: Order): void => $orderPanel.set({ isOpen: true, order });
export const closeOrderPanel = (): void => $orderPanel.set(closed);
