import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store restore ~/backups/shop-2026-11-20.db

It may run while the shop does; orders placed since the backup are then only in the file that is kept. The shop as it is now is kept
beside the database first, be it damaged. The pictures are the folder "media" in DATA_DIR; put its copy back as well.`;

/** `store restore`: makes the shop what a backup holds. */
export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description('Make the shop what a backup holds; what it is now is kept beside it')
    .argument('<file>', 'a file that "store backup" wrote')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/restore.ts')).restoreStore));
}
