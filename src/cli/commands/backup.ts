import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store backup ~/backups/shop-2026-11-20.db

The shop can stay open; the file is a consistent snapshot of the database: products, customers, orders, settings.
The pictures are in the folder "media" in DATA_DIR; copy it as well. See also: store restore.`;

/** `store backup`: writes a snapshot of the database. */
export function backupCommand(program: Command): void {
  program
    .command('backup')
    .description('Back up the database to a file; the shop can stay open')
    .argument('<file>', 'a new file')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/backup.ts')).backUp));
}
