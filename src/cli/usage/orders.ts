import { InvalidArgumentError, Option } from 'commander';
import { dayAt, limitOption, parseRupees, parseSince, wholeNumber } from '#cli/arguments/numbers-and-dates.ts';
import { callResults } from '#lib/contract/admin/call-results.ts';
import { paymentFilters } from '#lib/contract/admin/payment-filters.ts';
import { orderStatuses } from '#lib/contract/order-status.ts';
import { withPeriod } from './customers.ts';
import type { StoreCommand } from './store-command.ts';

const actions = () => import('#cli/actions/history/orders.ts');

const ordersExamples = `
Examples:
  store orders
  store orders HT-7K2M9QXA                 One order with its items and address
  store orders 9876543210                  Those of a mobile number; also a name, or an AWB
  store orders --status confirmed --payment cod --since 7d
  store orders --payment cod-unconfirmed   On delivery, not shipped yet and not confirmed by phone
  store orders --limit 200 --json
  store orders --refunds                   Refunds to make at the payment provider
  store orders export orders.csv --from 2026-04-01 --until 2027-03-31
  store orders import orders_export.csv    Past orders of a former shop, as history only
  store orders imported asha@example.com   Past orders of a customer, or one by its number`;

/** The first digits of a pincode. Throws `InvalidArgumentError`. */
function pincodeStart(text: string): string {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new InvalidArgumentError('It must be a pincode or its first digits, such as 560001 or 56.');
  return text;
}

export function ordersCommand(program: StoreCommand): void {
  const orders = program
    .add('orders', 'List the newest orders, find some, or show one', ordersExamples)
    // Options after the name of a subcommand are the subcommand's.
    .enablePositionalOptions()
    .argument('[find]', 'order number or a part of it, mobile number, name, or AWB')
    .option('--status <status>', 'only orders with this status, or an unambiguous part of it')
    .addOption(new Option('--payment <payment>', 'only orders paid so').choices(paymentFilters))
    .option('--since <time>', 'only newer orders: a time such as 7d or 12h, or a day in Indian time', parseSince)
    .option('--until <day>', 'only orders up to this day in Indian time', dayAt('23:59:59.999'))
    .option('--pincode <pincode>', 'only orders to this pincode, or to those that begin so', pincodeStart)
    .option('--seller <name>', 'only orders of this seller')
    .addOption(limitOption())
    .option('--refunds', 'only orders with a refund due')
    .runs(() => import('#cli/actions/orders.ts'), 'showOrders', 'print as JSON, with items, address and timeline');
  withPeriod(
    orders
      .add('export', 'Write orders to a new CSV file, with a row for each item; the audit log names who did')
      .argument('<file>', 'new CSV file'),
  ).runs(actions, 'exportOrdersFile', 'print the number as JSON');
  orders
    .add('import', 'Import the orders export of Shopify or WooCommerce as history, which nothing counts')
    .argument('<file>', 'CSV file')
    .option('--dry-run', 'show what would change, write nothing')
    .option('--skip-bad', 'import the valid orders even if others are invalid')
    .runs(actions, 'importOrdersFile', 'print the summary as JSON');
  orders
    .add('imported', 'List imported orders, newest first, or those with a number or contact')
    .argument('[find]', 'order number, email address or mobile number')
    .addOption(limitOption())
    .runs(actions, 'showFormerOrders', 'print as JSON, with items and address');
}

const orderExamples = `
Examples:
  store order HT-7K2M9QXA
  store order HT-7K2M9QXA --status "order is confirmed"
  store order HT-7K2M9QXA --status dispatched --courier Delhivery --tracking 1490812345678
  store order HT-7K2M9QXA --status cancelled --reason "Damaged in the store room"
  store order HT-7K2M9QXA --cancel-part 2 --units 1 --reason "Torn"
  store order HT-7K2M9QXA --note "Call before noon"
  store order HT-7K2M9QXA --call unreached
  store order HT-7K2M9QXA --refund         Returns what is due through the payment provider
  store order HT-7K2M9QXA --refund --amount 200.00     Returns a part of a paid order
  store order HT-7K2M9QXA --refunded       Marks a refund that you have made at the provider
  store order HT-7K2M9QXA --invoice invoice.html       Saves the invoice for printing
  store order HT-7K2M9QXA --credit-note note.html      Saves the credit note of an order that came back

Statuses (an unambiguous part of the text is enough):
${orderStatuses.map((status) => `  ${status}`).join('\n')}`;

export function orderCommand(program: StoreCommand): void {
  program
    .add('order', 'Show an order, or change its status', orderExamples)
    .argument('<number>', 'order number; see "store orders"')
    .option('--status <status>', 'new status')
    .option('--reason <text>', 'reason for the timeline, which the customer sees')
    .option('--courier <name>', 'who delivers the order; needs --tracking')
    .option('--tracking <number>', 'tracking number of the courier')
    .option('--url <url>', 'page of the courier that tracks the parcel')
    .option('--invoice <file>', 'write the invoice of a dispatched order to a new HTML file')
    .option('--credit-note <file>', 'write the credit note of an order that was cancelled or returned after its invoice')
    .option(
      '--cancel-part <item>',
      'cancel units of an item by its place, 1 for the first, before the order is shipped',
      wholeNumber(1),
    )
    .option('--units <number>', 'how many units; 1 by default, needs --cancel-part', wholeNumber(1))
    .option('--note <text>', 'add a note of the shop, which customers never see')
    .addOption(new Option('--call <result>', 'record what a call about an order on delivery came to').choices(callResults))
    .option('--refund', 'return the money that is due through the payment provider')
    .option('--amount <rupees>', 'return this much instead; needs --refund', parseRupees)
    .option('--refunded', 'mark the refund as done')
    .runs(
      () => import('#cli/actions/order.ts'),
      'showOrChangeOrder',
      'print as JSON, with items, address, timeline, shipment and refund',
    );
}
