import type { Command } from 'commander';
import { wholeNumber } from '#cli/arguments/numbers-and-dates.ts';
import { lazyAction } from '#cli/process/lazy-action.ts';
import { scopes } from '#lib/contract/programs/scopes.ts';

const keyExamples = `
Examples:
  store keys add "ERP" --scope orders:read,stock:write
  store keys list
  store keys remove 1

Scopes: ${scopes.join(', ')}.
A key is shown once, when it is added. docs/api-keys.md has the calls of programs.`;

export function keysCommand(program: Command): void {
  const keys = program
    .command('keys')
    .description('Let other programs read orders and set stock, statuses and products')
    .addHelpText('after', keyExamples);
  keys
    .command('add')
    .description('Add a key and show it')
    .argument('<name>', 'what the key is for')
    .requiredOption('--scope <scopes>', 'what it allows, separated by commas')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/keys/api-keys.ts')).createKey));
  keys
    .command('list')
    .description('List all keys, with their last use')
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/keys/api-keys.ts')).showKeys));
  keys
    .command('remove')
    .description('Remove a key, which is refused from then on')
    .argument('<id>', 'number of the key', wholeNumber(1))
    .option('--json', 'print as JSON')
    .action(lazyAction(async () => (await import('#cli/actions/keys/api-keys.ts')).deleteKey));
}
