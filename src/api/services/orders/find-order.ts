import type { Db } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { normaliseOrderNumber } from '#api/services/order-number.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { ORDER_CANCELLED, ORDER_DELIVERED, ORDER_RETURNED } from '#lib/contract/order-status.ts';

/** Finds an order by its number, in any case. Throws a `Refusal` (404). */
export async function requireOrder(db: Db, orderNumber: string): Promise<OrderRow> {
  const found = db.selectFrom('orders').selectAll().where('order_number', '=', normaliseOrderNumber(orderNumber));
  const order = await found.executeTakeFirst();
  if (!order) throw new Refusal(404, failure.orderMissing);
  return order;
}

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
