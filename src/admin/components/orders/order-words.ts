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

/** What an empty part says, when orders come into it, and where the step before it is done. */
export const emptyTexts: Record<OrderTab, { title: string; hint: string; before?: { name: string; path: string } }> = {
  to_confirm: { title: 'No orders to confirm', hint: 'New orders come here.' },
  to_pack: {
    title: 'No orders to pack',
    hint: 'Orders come here once they are confirmed.',
    before: { name: 'Confirm orders', path: '/orders?tab=to_confirm' },
  },
  to_ship: {
    title: 'No packed orders to ship',
    hint: 'Orders come here once they are packed.',
    before: { name: 'Pack orders', path: '/pack' },
  },
  on_the_way: {
    title: 'No orders on the way',
    hint: 'Orders are here from the courier’s pickup until they arrive.',
    before: { name: 'Ship orders', path: '/ship' },
  },
  delivered: { title: 'No delivered orders', hint: 'Orders come here once they have arrived.' },
  ended: { title: 'No cancelled or returned orders', hint: 'Orders that were cancelled or came back are here.' },
  all: { title: 'No orders', hint: 'All orders of the shop come here.' },
  unpaid: { title: 'No orders wait for a payment', hint: 'Orders are here while their customer pays online.' },
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
