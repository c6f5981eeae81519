import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store backup ~/backups/shop-2026-11-20.db

It may run while the shop does; the file is the shop as it was at one moment. It holds the database: products, customers, orders,
settings. The pictures are the folder "media" in DATA_DIR; copy it as well. See also: store restore.`;

/** `store backup`: a snapshot of the shop's database. */
export function backupCommand(program: Command): void {
  program
    .command('backup')
    .description('Write a copy of the database to a file, while the shop is open')
    .argument('<file>', 'a file that is not there yet')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/backup.ts')).backUp));
}
