import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store restore ~/backups/shop-2026-11-20.db

It may run while the shop does; orders placed since the backup are then only in the file that is kept. The shop as it is now is kept
beside the database first, be it damaged. The pictures are the folder "media" in DATA_DIR; put its copy back as well.`;

/** `store restore`: replaces the database by a backup. */
export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description('Restore a backup; the current database is kept beside it')
    .argument('<file>', 'a file written by "store backup"')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/restore.ts')).restoreStore));
}
