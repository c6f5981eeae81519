import { ORDER_CANCELLED, ORDER_DELIVERED, ORDER_RETURNED, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import type { Order } from '#lib/contract/orders.ts';
import { statusLabel } from './status-labels.ts';
import './OrderStatusLabel.css';

const tones: Partial<Record<Order['status'], string>> = {
  [PAYMENT_PENDING]: 'waits',
  [ORDER_DELIVERED]: 'done',
  [ORDER_RETURNED]: 'cancelled',
  [ORDER_CANCELLED]: 'cancelled',
};

export const OrderStatusLabel = ({ status }: Pick<Order, 'status'>) => (
  <span className={`order-status ${tones[status] ?? 'on-its-way'}`}>{statusLabel(status)}</span>
);
