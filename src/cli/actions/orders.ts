import { findOrder, listOrders } from '#api/services/orders/read-orders.ts';
import { describeOrder, formatCustomerName } from '#cli/output/describe-order.ts';
import { formatTable } from '#cli/output/format-table.ts';
import { formatIndianTime } from '#cli/output/indian-time.ts';
import { dim, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/command-errors.ts';
import { withStore } from '#cli/store/open-store.ts';
import type { OwnOrder } from '#lib/contract/orders.ts';
import { formatNumber } from '#lib/rules/text.ts';

interface OrdersFlags extends OutputOptions {
  limit: number;
  refunds?: boolean;
}

const columns = ['order', 'placed', 'status', 'payment', 'units', 'amount', 'customer', 'phone', 'city'] as const;

/** Formats orders as a table; returns `none` for an empty list. */
function describeAll(orders: OwnOrder[], none: string): string {
  if (orders.length === 0) return dim(none);
  const cells = orders.map((order) => ({
    order: order.order_number,
    placed: formatIndianTime(order.order_date),
    status: order.status,
    payment: `${order.payment_method}, ${order.payment_status}`,
    units: formatNumber(order.quantity),
    amount: order.final_amount,
    customer: formatCustomerName(order),
    phone: order.address.phone_number,
    city: order.address.city,
  }));
  return formatTable(cells, columns, ['units', 'amount']);
}

export async function showOrders(
  orderNumber: string | undefined,
  { limit, refunds: refundDue = false, ...flags }: OrdersFlags,
): Promise<void> {
  if (orderNumber === undefined) {
    const orders = await withStore((db) => listOrders(db, { limit, refundDue }));
    return print(orders, flags, () => describeAll(orders, refundDue ? 'No refunds are due.' : 'No orders yet.'));
  }
  const order = await withStore((db) => findOrder(db, orderNumber));
  if (!order) throw new CommandFailed(`There is no order "${orderNumber}"`);
  print(order, flags, () => describeOrder(order));
}
