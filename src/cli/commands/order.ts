import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';
import { orderStatuses } from '#lib/contract/order-status.ts';

const examples = `
Examples:
  store order HT-7K2M9QXA
  store order HT-7K2M9QXA --status "order is confirmed"
  store order HT-7K2M9QXA --status cancelled --reason "Damaged in the store room"
  store order HT-7K2M9QXA --refunded       The money has been given back at the payment provider

Statuses, of which a part that only one has will do:
${orderStatuses.map((status) => `  ${status}`).join('\n')}`;

/** `store order`: shows one order, moves it on, says that it has been refunded. */
export function orderCommand(program: Command): void {
  program
    .command('order')
    .description('Show an order, or move it on')
    .argument('<number>', 'its number; see "store orders"')
    .option('--status <status>', 'the status it has now')
    .option('--reason <text>', 'why, for its timeline, which the customer sees')
    .option('--refunded', 'what was to be refunded has been')
    .option('--json', 'print as JSON, with items, address, timeline and refund')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/order.ts')).showOrChangeOrder));
}
