import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store products
  store products --category "Men's - Watch"
  store products --sold-out --json`;

export function productsCommand(program: Command): void {
  program
    .command('products')
    .description('List the products on sale')
    .option('--category <name>', 'only this sub-category')
    .option('--sold-out', 'only products that are sold out')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/products.ts')).showProducts));
}
