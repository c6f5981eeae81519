import { type Command, InvalidArgumentError } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store orders
  store orders HT-7K2M9QXA                 One order with its items and address
  store orders --limit 200 --json
  store orders --refunds                   What to give back at the payment provider`;

function readLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return limit;
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
    .action(lazyAction(async () => (await import('#cli/actions/orders.ts')).showOrders));
}
