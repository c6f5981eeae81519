import type { Order } from '#lib/contract/orders.ts';
import { titleCase } from '#lib/rules/labels.ts';

const tones: Partial<Record<Order['status'], string>> = {
  'payment is pending': 'waits',
  'order is delivered': 'done',
  'order is cancelled': 'off',
};

/** An order's status in words, with a mark in a tone of its own. */
export const OrderStatus = ({ status }: Pick<Order, 'status'>) => (
  <span className={`order-status ${tones[status] ?? 'on-its-way'}`}>{titleCase(status)}</span>
);
