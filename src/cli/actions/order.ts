import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { findOrder } from '#api/services/orders/orders.ts';
import { StatusTransitionError, setOrderStatus } from '#api/services/orders/status.ts';
import { findRefund, markRefunded, type Refund } from '#api/services/payments/refunds.ts';
import { describeOrder } from '#cli/output/order.ts';
import { type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, UsageError } from '#cli/process/errors.ts';
import { withStore } from '#cli/store/open.ts';
import { type OrderStatus, orderStatuses } from '#lib/contract/order-status.ts';
import type { Order } from '#lib/contract/orders.ts';

interface OrderFlags extends OutputOptions {
  status?: string;
  reason?: string;
  refunded?: boolean;
}

/** Finds a status by its full text or an unambiguous part of it. Throws a `UsageError`. */
function readStatus(text: string): OrderStatus {
  const query = text.trim().toLowerCase();
  const exact = orderStatuses.find((status) => status === query);
  if (exact) return exact;
  const [status, ...others] = orderStatuses.filter((candidate) => query !== '' && candidate.includes(query));
  if (status && others.length === 0) return status;
  throw new UsageError(`"${text}" is not an order status. Statuses are: ${orderStatuses.join(', ')}`);
}

/** Changes an order's status. Throws `CommandFailed` when the order does not allow it. */
async function changeStatus(db: Db, orderNumber: string, status: OrderStatus, reason: string | undefined): Promise<void> {
  try {
    await write(db, (tx) => setOrderStatus(tx, orderNumber, status, reason));
  } catch (error) {
    if (error instanceof StatusTransitionError) throw new CommandFailed(error.message);
    throw error;
  }
}

async function find(db: Db, orderNumber: string): Promise<Order> {
  const order = await findOrder(db, orderNumber);
  if (!order) throw new CommandFailed(`There is no order "${orderNumber}"`);
  return order;
}

async function changeOrder(db: Db, orderNumber: string, { status, reason, refunded }: OrderFlags) {
  const newStatus = status === undefined ? undefined : readStatus(status);
  const { order_id } = await find(db, orderNumber);
  if (newStatus) await changeStatus(db, orderNumber, newStatus, reason);
  if (refunded && !(await write(db, (tx) => markRefunded(tx, order_id))))
    throw new CommandFailed(`There is no refund due for ${orderNumber}`);
  return { order: await find(db, orderNumber), refund: await findRefund(db, order_id) };
}

export async function showOrChangeOrder(orderNumber: string, flags: OrderFlags): Promise<void> {
  if (flags.reason !== undefined && flags.status === undefined) throw new UsageError('--reason requires --status');
  const { order, refund } = await withStore((db) => changeOrder(db, orderNumber, flags));
  const output: Order & { refund?: Refund } = refund ? { ...order, refund } : order;
  print(output, flags, () => describeOrder(order, refund));
}
