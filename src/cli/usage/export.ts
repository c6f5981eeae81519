import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store export catalogue.csv                        The products on sale, as "store import" reads them
  store export catalogue.csv --pictures ./pictures  With the picture files, for another shop
  store export > catalogue.csv

Import both into the other shop with: store import catalogue.csv --pictures ./pictures`;

export function exportCommand(program: Command): void {
  program
    .command('export')
    .description('Write the products on sale to a CSV file that import reads')
    .argument('[file]', 'a new file; prints to the screen if omitted')
    .option('--pictures <folder>', 'copy the picture files into this folder')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/export.ts')).exportProducts));
}
