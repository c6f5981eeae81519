import { wholeNumber } from '#cli/arguments/numbers-and-dates.ts';
import { scopes } from '#lib/contract/programs/scopes.ts';
import type { StoreCommand } from './store-command.ts';

const actions = () => import('#cli/actions/keys/api-keys.ts');

const keyExamples = `
Examples:
  store keys add "ERP" --scope orders:read,stock:write
  store keys list
  store keys remove 1

Scopes: ${scopes.join(', ')}.
A key is shown once, when it is added. docs/api-keys.md has the calls of programs.`;

export function keysCommand(program: StoreCommand): void {
  const keys = program.add('keys', 'Let other programs read orders and set stock, statuses and products', keyExamples);
  keys
    .add('add', 'Add a key and show it')
    .argument('<name>', 'what the key is for')
    .requiredOption('--scope <scopes>', 'what it allows, separated by commas')
    .runs(actions, 'createKey');
  keys.add('list', 'List all keys, with their last use').runs(actions, 'showKeys');
  keys
    .add('remove', 'Remove a key, which is refused from then on')
    .argument('<id>', 'number of the key', wholeNumber(1))
    .runs(actions, 'deleteKey');
}
