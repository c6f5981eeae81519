import type { Db } from '#api/database/schema/engine.ts';
import type { AdminOrder } from '#lib/contract/admin/order.ts';
import { ORDER_CANCELLED, ORDER_RETURNED, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import { toRupees } from '#lib/rules/money.ts';

/** How many other orders of a customer are listed. */
const LISTED_ORDERS = 10;

/** What a customer has ordered beside one order. */
export async function readCustomerHistory(
  db: Db,
  { id, customer_id }: { id: number; customer_id: number },
): Promise<NonNullable<AdminOrder['customer']>> {
  const byStatus = await db
    .selectFrom('orders')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count'), ({ fn }) => fn.sum<number>('final_amount').as('total')])
    .where('customer_id', '=', customer_id)
    .groupBy('status')
    .execute();
  const countOf = (status: string) => Number(byStatus.find((row) => row.status === status)?.count ?? 0);
  const isKept = ({ status }: { status: string }) => ![ORDER_CANCELLED, ORDER_RETURNED, PAYMENT_PENDING].includes(status);
  const others = await db
    .selectFrom('orders')
    .select(['order_number', 'placed_at', 'status', 'final_amount'])
    .where('customer_id', '=', customer_id)
    .where('id', '<>', id)
    .orderBy('id', 'desc')
    .limit(LISTED_ORDERS)
    .execute();
  return {
    customer_id,
    orders: byStatus.reduce((sum, { count }) => sum + Number(count), 0),
    spent: toRupees(byStatus.filter(isKept).reduce((sum, { total }) => sum + Number(total), 0)),
    came_back: countOf(ORDER_RETURNED),
    cancelled: countOf(ORDER_CANCELLED),
    others: others.map(({ order_number, placed_at, status, final_amount }) => ({
      order_number,
      order_date: placed_at,
      status,
      total: toRupees(final_amount),
    })),
  };
}
