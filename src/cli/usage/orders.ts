import type { Command } from 'commander';
import { limitOption } from '#cli/arguments/limit-option.ts';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store orders
  store orders HT-7K2M9QXA                 One order with its items and address
  store orders --limit 200 --json
  store orders --refunds                   Refunds to make at the payment provider`;

export function ordersCommand(program: Command): void {
  program
    .command('orders')
    .description('List the newest orders, or show one')
    .argument('[number]', 'order number')
    .addOption(limitOption())
    .option('--refunds', 'only orders with a refund due')
    .option('--json', 'print as JSON, with items, address and timeline')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/orders.ts')).showOrders));
}
