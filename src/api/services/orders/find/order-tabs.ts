import { onTheWay } from '#api/services/orders/status-transitions.ts';
import type { OrderTab } from '#lib/contract/admin/orders.ts';
import {
  ORDER_CANCELLED,
  ORDER_CONFIRMED,
  ORDER_DELIVERED,
  ORDER_PLACED,
  ORDER_RETURNED,
  type OrderStatus,
  PAYMENT_PENDING,
} from '#lib/contract/order-status.ts';

/** The orders of a part of the list; without a field, all. */
export interface TabRule {
  statuses?: readonly OrderStatus[];
  isPacked?: boolean;
}

export const tabRules: Record<OrderTab, TabRule> = {
  to_confirm: { statuses: [ORDER_PLACED] },
  to_pack: { statuses: [ORDER_CONFIRMED], isPacked: false },
  to_ship: { statuses: [ORDER_CONFIRMED], isPacked: true },
  on_the_way: { statuses: onTheWay },
  delivered: { statuses: [ORDER_DELIVERED] },
  ended: { statuses: [ORDER_CANCELLED, ORDER_RETURNED] },
  all: {},
  unpaid: { statuses: [PAYMENT_PENDING] },
};
