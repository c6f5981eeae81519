import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const paymentsExamples = `
Examples:
  store payments show
  store payments set prepaid_discount=5%               5 % off the items when an order is paid ahead
  store payments set prepaid_discount=50               50 rupees off
  store payments set prepaid_discount=                 No discount, as at first`;

export function paymentsCommand(program: Command): void {
  const payments = program.command('payments').description('Discount for paying ahead').addHelpText('after', paymentsExamples);
  payments
    .command('show')
    .description('Show what paying ahead saves')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/payments/prepaid-discount.ts')).showPayments));
  payments
    .command('set')
    .description('Change the discount; an empty value or 0 is none')
    .argument('<settings...>', 'prepaid_discount=5% or prepaid_discount=rupees')
    .option('--json', 'print as JSON')
    .addHelpText('after', paymentsExamples)
    .action(lazyAction(async () => (await import('#cli/actions/payments/prepaid-discount.ts')).changePayments));
}
