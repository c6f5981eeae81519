import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store restore ~/backups/shop-2026-11-20.db
  store restore --from-media                          The newest in the shop's storage (see store backup --list)
  store restore --from-media shop-2026-11-20T033012123Z.db
  store restore s3://bucket/backups/shop.db

The shop can stay open. The current database, even a damaged one, is saved next to it first; orders placed since the backup are only in
that copy. The pictures are in MEDIA_URL, or in the folder "media" in DATA_DIR; restore its copy as well.`;

export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .description('Restore a backup; the current database is saved next to it')
    .argument('[file]', 'a file written by "store backup", or an s3:// URL of one')
    .option('--from-media', "take it from the shop's storage: the file of this name, or the newest")
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/restore.ts')).restoreStore));
}
