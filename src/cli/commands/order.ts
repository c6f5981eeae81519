import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';
import { orderStatuses } from '#lib/contract/order-status.ts';

const examples = `
Examples:
  store order HT-7K2M9QXA
  store order HT-7K2M9QXA --status "order is confirmed"
  store order HT-7K2M9QXA --status cancelled --reason "Damaged in the store room"
  store order HT-7K2M9QXA --refunded       Marks the refund as done

Statuses (an unambiguous part of the text is enough):
${orderStatuses.map((status) => `  ${status}`).join('\n')}`;

/** `store order`: shows one order, changes its status, marks it refunded. */
export function orderCommand(program: Command): void {
  program
    .command('order')
    .description('Show an order, or change its status')
    .argument('<number>', 'order number; see "store orders"')
    .option('--status <status>', 'new status')
    .option('--reason <text>', 'reason for the timeline, which the customer sees')
    .option('--refunded', 'mark the refund as done')
    .option('--json', 'print as JSON, with items, address, timeline and refund')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/order.ts')).showOrChangeOrder));
}
