import { type Command, InvalidArgumentError } from 'commander';
import { findOrder, listOrders } from '#api/services/orders/orders.ts';
import { describeOrder, formatCustomerName, formatIndianTime } from '#cli/output/order.ts';
import { dim, formatNumber, formatTable, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/errors.ts';
import { withStore } from '#cli/store/open.ts';
import type { Order } from '#lib/contract/orders.ts';

interface OrdersFlags extends OutputOptions {
  limit: number;
  refunds?: boolean;
}

const examples = `
Examples:
  store orders
  store orders HT-7K2M9QXA                 One order with its items and address
  store orders --limit 200 --json
  store orders --refunds                   What to give back at the payment provider`;

const columns = ['order', 'placed', 'status', 'payment', 'units', 'amount', 'customer', 'phone', 'city'] as const;

function readLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return limit;
}

/** The orders in a table, or `none` when there are none. */
function describeAll(orders: Order[], none: string): string {
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

async function run(orderNumber: string | undefined, { limit, refunds: refundDue = false, ...flags }: OrdersFlags): Promise<void> {
  if (orderNumber === undefined) {
    const found = await withStore((db) => listOrders(db, { limit, refundDue }));
    return print(found, flags, (orders) => describeAll(orders, refundDue ? 'No refunds are due.' : 'No orders yet.'));
  }
  const order = await withStore((db) => findOrder(db, orderNumber));
  if (!order) throw new CommandFailed(`There is no order "${orderNumber}"`);
  print(order, flags, (one) => describeOrder(one));
}

/** `store orders`: the newest orders of all customers, or one in full. */
export function ordersCommand(program: Command): void {
  program
    .command('orders')
    .description('List the newest orders, or show one')
    .argument('[number]', 'the number of one order')
    .option('--limit <n>', 'at most so many', readLimit, 50)
    .option('--refunds', 'only those whose money has to be given back')
    .option('--json', 'print as JSON, with items, address and timeline')
    .addHelpText('after', examples)
    .action(run);
}
