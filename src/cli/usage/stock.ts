import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store stock linen-shirt-white M 12     Sets size M to 12 units
  store stock leather-wallet-tan 30      For a product without sizes`;

export function stockCommand(program: Command): void {
  program
    .command('stock')
    .description('Set the stock of a product, or of one of its sizes')
    .usage('[options] <slug> [size] <units>')
    .argument('<slug>', 'last part of the product’s URL; see "store products"')
    .argument('<size>', 'size; omit it for a product without sizes')
    .argument('[units]', 'number of units in stock')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/stock.ts')).changeStock));
}
