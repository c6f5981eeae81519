import { type OrderTab, packerTabs } from '#lib/contract/admin/orders.ts';
import {
  ORDER_CANCELLED,
  ORDER_CONFIRMED,
  ORDER_DELIVERED,
  ORDER_DISPATCHED,
  ORDER_OUT_FOR_DELIVERY,
  ORDER_PLACED,
  ORDER_PROCESSED,
  ORDER_READY,
  ORDER_RETURNED,
  type OrderStatus,
  PAYMENT_PENDING,
} from '#lib/contract/order-status.ts';

/** What the parts of the list are called. */
export const tabNames: Record<OrderTab, string> = {
  to_confirm: 'To confirm',
  to_pack: 'To pack',
  to_ship: 'To ship',
  on_the_way: 'On the way',
  delivered: 'Delivered',
  ended: 'Cancelled and returned',
  all: 'All',
  unpaid: 'Waiting for payment',
};

/** A status in the words of staff. */
export const statusNames: Record<OrderStatus, string> = {
  [PAYMENT_PENDING]: 'Waiting for payment',
  [ORDER_PLACED]: 'New',
  [ORDER_CONFIRMED]: 'Confirmed',
  [ORDER_DISPATCHED]: 'Shipped',
  [ORDER_PROCESSED]: 'At the wholesaler',
  [ORDER_READY]: 'Ready for pickup',
  [ORDER_OUT_FOR_DELIVERY]: 'Out for delivery',
  [ORDER_DELIVERED]: 'Delivered',
  [ORDER_RETURNED]: 'Returned',
  [ORDER_CANCELLED]: 'Cancelled',
};

/** A status as staff call it; another one by its own name. */
export const nameStatus = (status: string): string => statusNames[status as OrderStatus] ?? status;

/** Buttons that change orders, by the kind of the change, and what they have done. */
export const changeNames = {
  confirm: ['Confirm', 'Confirmed'],
  pack: ['Packed', 'Packed'],
  dispatch: ['Shipped', 'Shipped'],
  out_for_delivery: ['Out for delivery', 'Out for delivery'],
  deliver: ['Delivered', 'Delivered'],
  return: ['Returned', 'Returned'],
  cancel: ['Cancel', 'Cancelled'],
  correct: ['Not delivered', 'Corrected'],
} as const;

/** The changes of the list, in the order of an order's life. */
export const listChanges = ['confirm', 'pack', 'dispatch', 'deliver'] as const;
export type ListChange = (typeof listChanges)[number];

/** The changes that a part of the list offers, the usual one first. */
export const tabChanges: Record<OrderTab, readonly ListChange[]> = {
  to_confirm: ['confirm'],
  to_pack: ['pack', 'dispatch'],
  to_ship: ['dispatch'],
  on_the_way: ['deliver'],
  delivered: [],
  ended: [],
  all: listChanges,
  unpaid: [],
};

/** What an empty part says. */
export const emptyTexts: Record<OrderTab, string> = {
  to_confirm: 'No orders to confirm',
  to_pack: 'No orders to pack',
  to_ship: 'No packed orders to ship',
  on_the_way: 'No orders on the way',
  delivered: 'No delivered orders',
  ended: 'No cancelled or returned orders',
  all: 'No orders',
  unpaid: 'No orders wait for a payment',
};

/** "3 orders" */
export const nameOrders = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);

/** Whether a packer sees a part. */
export const isForPacker = (tab: OrderTab): boolean => packerTabs.includes(tab);

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** How long ago something was: "5 min", "3 h", "2 days". */
export function formatAge(at: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < 2 * DAY) return `${Math.floor(seconds / HOUR)} h`;
  return `${Math.floor(seconds / DAY)} days`;
}
