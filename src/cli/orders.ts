import { type Command, InvalidArgumentError } from 'commander';
import { findOrder, listOrders } from '#api/services/orders.ts';
import type { Order } from '#lib/contract/orders.ts';
import { CommandFailed } from './failure.ts';
import { faint, number, type OutputOptions, print, table } from './output.ts';
import { withShop } from './shop.ts';

interface OrdersFlags extends OutputOptions {
  limit: number;
}

const examples = `
Examples:
  store orders
  store orders HT-7K2M9QXA                 One order with its items and address
  store orders --limit 200 --json`;

const columns = ['order', 'placed', 'status', 'payment', 'units', 'amount', 'customer', 'phone', 'city'] as const;
const itemColumns = ['item', 'size', 'units', 'price'] as const;

function readLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return limit;
}

const nameOf = ({ address }: Order): string => `${address.firstname} ${address.lastname}`.trim();
/** When an order was placed, in Indian time, as "2026-11-20 16:00". */
const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
const placedAt = (order: Order): string => clock.format(new Date(order.order_date));

function describeAll(orders: Order[]): string {
  if (orders.length === 0) return faint('No orders yet.');
  const cells = orders.map((order) => ({
    order: order.order_number,
    placed: placedAt(order),
    status: order.status,
    payment: `${order.payment_method}, ${order.payment_status}`,
    units: number(order.quantity),
    amount: order.final_amount,
    customer: nameOf(order),
    phone: order.address.phone_number,
    city: order.address.city,
  }));
  return table(cells, columns, ['units', 'amount']);
}

function describeOne(order: Order): string {
  const { address } = order;
  const items = order.items.map((item) => ({
    item: item.product_name,
    size: item.product_variation,
    units: number(item.quantity),
    price: item.final_price,
  }));
  return [
    `${order.order_number}, ${placedAt(order)}, ${order.seller_name}`,
    `${order.status}; ${order.payment_method}, ${order.payment_status}; total ${order.final_amount}`,
    '',
    table(items, itemColumns, ['units', 'price']),
    '',
    `${nameOf(order)}, ${address.phone_number}, ${address.email}`,
    `${address.address}, ${address.city} ${address.pincode}, ${address.state}`,
  ].join('\n');
}

async function run(orderNumber: string | undefined, { limit, ...flags }: OrdersFlags): Promise<void> {
  if (orderNumber === undefined) return print(await withShop((db) => listOrders(db, { limit })), flags, describeAll);
  const order = await withShop((db) => findOrder(db, orderNumber));
  if (!order) throw new CommandFailed(`There is no order "${orderNumber}"`);
  print(order, flags, describeOne);
}

/** `store orders`: the newest orders of all customers, or one in full. */
export function ordersCommand(program: Command): void {
  program
    .command('orders')
    .description('List the newest orders, or show one')
    .argument('[number]', 'the number of one order')
    .option('--limit <n>', 'at most so many', readLimit, 50)
    .option('--json', 'print as JSON, with items, address and timeline')
    .addHelpText('after', examples)
    .action(run);
}
