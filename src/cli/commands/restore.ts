import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store restore ~/backups/shop-2026-11-20.db

The shop can stay open. The current database, even a damaged one, is saved next to it first; orders placed since the backup are only in
that copy. The pictures are in the folder "media" in DATA_DIR; restore its copy as well.`;

/** `store restore`: replaces the database by a backup. */
export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description('Restore a backup; the current database is saved next to it')
    .argument('<file>', 'a file written by "store backup"')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/restore.ts')).restoreStore));
}
