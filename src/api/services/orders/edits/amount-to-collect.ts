import type { OrderRow } from '#api/database/schema/orders.ts';
import { ORDER_CANCELLED, ORDER_DELIVERED, ORDER_RETURNED } from '#lib/contract/order-status.ts';

const isOver: readonly string[] = [ORDER_CANCELLED, ORDER_RETURNED, ORDER_DELIVERED];

/** What is to be collected when an order is delivered, in paise: its total on delivery, or what is due of one paid already. */
export const amountToCollect = ({
  status,
  payment_method,
  payment_status,
  final_amount,
  due_amount,
}: Pick<OrderRow, 'status' | 'payment_method' | 'payment_status' | 'final_amount' | 'due_amount'>): number => {
  if (isOver.includes(status)) return 0;
  return payment_method === 'cod' && payment_status === 'pending' ? final_amount : due_amount;
};
