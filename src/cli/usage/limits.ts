import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store limits show
  store limits set sms_per_day=3000 cod_open_per_customer=5
  store limits set cod_amount_per_checkout=5000          Rupees
  store limits set cod_per_day_per_pincode=off           No limit
  store limits set holds_per_day=                        Resets to the default`;

export function limitsCommand(program: Command): void {
  const limits = program
    .command('limits')
    .description('Budgets for texts and mails, limits on cash on delivery and unpaid orders')
    .addHelpText('after', examples);
  limits
    .command('show')
    .description('Show every limit')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/limits.ts')).showLimits));
  limits
    .command('set')
    .description('Change limits; "off" for none, an empty value resets to the default')
    .argument('<limits...>', 'name=value; amounts in rupees')
    .option('--json', 'print the limits as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/limits.ts')).changeLimits));
}
