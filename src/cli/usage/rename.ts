import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const notes = `
The old address leads to the new one from now on. If both handles exist because an import has added the product again, withdraw the
old one first (import --replace).

Example:
  store rename linen-shirt-old linen-shirt`;

export function renameCommand(program: Command): void {
  program
    .command('rename')
    .description('Give a product another handle; its old address leads to the new one')
    .argument('<old>', 'handle: the last part of the product’s URL; see "store products"')
    .argument('<new>', 'the new handle')
    .option('--json', 'print as JSON')
    .addHelpText('after', notes)
    .action(lazyAction(async () => (await import('#cli/actions/rename.ts')).rename));
}
