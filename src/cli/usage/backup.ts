import type { Command } from 'commander';
import { wholeNumber } from '#cli/arguments/numbers-and-dates.ts';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store backup ~/backups/shop-2026-11-20.db
  store backup --to-media --keep 14          In the shop's storage (MEDIA_URL, else DATA_DIR/backups), with 13 older ones
  store backup s3://bucket/backups/shop.db   In S3-compatible storage
  store backup --list                        Shows the backups in the shop's storage

The shop can stay open; the file is a consistent snapshot of the database: products, customers, orders, settings.
The pictures are in MEDIA_URL, or in the folder "media" in DATA_DIR, which is to be copied as well. See also: store restore.`;

export function backupCommand(program: Command): void {
  program
    .command('backup')
    .description('Back up the database to a file; the shop can stay open')
    .argument('[file]', 'a new file, or an s3:// URL of one')
    .option('--to-media', "write to the shop's storage, under a name with the time")
    .option('--keep <number>', 'with --to-media: delete older ones but this many', wholeNumber(1))
    .option('--list', "list the backups in the shop's storage")
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/backup.ts')).backUp));
}
