import { type Command, InvalidArgumentError } from 'commander';
import { toRupees } from '#lib/rules/money.ts';
import { faint, number, type OutputOptions, print, table } from './output.ts';
import { withShop } from './shop.ts';

interface OrdersFlags extends OutputOptions {
  limit: number;
  status?: string;
}

const examples = `
Examples:
  store orders
  store orders --limit 200 --status "order has been placed"
  store orders --json > orders.json`;

const columns = ['order', 'placed', 'status', 'payment', 'units', 'amount', 'customer', 'phone', 'city'] as const;

function readLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return limit;
}

const cityOf = (address: string): string => String((JSON.parse(address) as { city?: unknown }).city ?? '');

async function run({ limit, status, ...flags }: OrdersFlags): Promise<void> {
  const orders = await withShop(async (db) => {
    let query = db
      .selectFrom('orders')
      .innerJoin('customer', 'customer.id', 'orders.customer_id')
      .innerJoin('seller', 'seller.id', 'orders.seller_id')
      .select(['order_number', 'placed_at', 'status', 'payment_method', 'payment_status', 'quantity', 'final_amount', 'address'])
      .select(['firstname', 'lastname', 'phone_number', 'seller.name as seller'])
      .orderBy('orders.id', 'desc')
      .limit(limit);
    if (status) query = query.where('status', '=', status);
    return query.execute();
  });
  const listed = orders.map(({ final_amount, address, ...order }) => ({
    ...order,
    final_amount: toRupees(final_amount),
    city: cityOf(address),
  }));
  print(listed, flags, (rows) => {
    if (rows.length === 0) return faint('No orders yet.');
    const cells = rows.map((order) => ({
      order: order.order_number,
      placed: order.placed_at.slice(0, 16).replace('T', ' '),
      status: order.status,
      payment: `${order.payment_method}, ${order.payment_status}`,
      units: number(order.quantity),
      amount: order.final_amount,
      customer: `${order.firstname} ${order.lastname}`.trim(),
      phone: order.phone_number,
      city: order.city,
    }));
    return table(cells, columns, ['units', 'amount']);
  });
}

/** `store orders`: the newest orders of all customers. */
export function ordersCommand(program: Command): void {
  program
    .command('orders')
    .description('List the newest orders')
    .option('--limit <n>', 'at most so many', readLimit, 50)
    .option('--status <status>', 'only orders of this status')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(run);
}
