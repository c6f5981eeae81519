import type { Order } from '#lib/contract/orders.ts';
import { toTitleCase } from '#lib/rules/labels.ts';
import './OrderStatusLabel.css';

const tones: Partial<Record<Order['status'], string>> = {
  'payment is pending': 'waits',
  'order is delivered': 'done',
  'order is cancelled': 'cancelled',
};

/** An order's status in words, with a mark in a tone of its own. */
export const OrderStatusLabel = ({ status }: Pick<Order, 'status'>) => (
  <span className={`order-status ${tones[status] ?? 'on-its-way'}`}>{toTitleCase(status)}</span>
);
