import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store shipping show
  store shipping set charge=49 free_from=499           Rupees; free from an items total of 499
  store shipping set cod_fee=30                        Fee for cash on delivery
  store shipping set charge= free_from= cod_fee=       Free shipping and no fee, as at first`;

export function shippingCommand(program: Command): void {
  const shipping = program
    .command('shipping')
    .description('Shipping charge, free shipping from an amount, fee for cash on delivery')
    .addHelpText('after', examples);
  shipping
    .command('show')
    .description('Show the charges')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/shipping.ts')).showShipping));
  shipping
    .command('set')
    .description('Change charges, once per checkout; an empty value or 0 is none')
    .argument('<charges...>', 'name=rupees: charge, free_from, cod_fee')
    .option('--json', 'print the charges as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/shipping.ts')).changeShipping));
}
