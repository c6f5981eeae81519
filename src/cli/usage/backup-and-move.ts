import { wholeNumber } from '#cli/arguments/numbers-and-dates.ts';
import type { StoreCommand } from './store-command.ts';

const backupExamples = `
Examples:
  store backup ~/backups/shop-2026-11-20.db
  store backup --to-media --keep 14          In the shop's storage (MEDIA_URL, else DATA_DIR/backups), with 13 older ones
  store backup s3://bucket/backups/shop.db   In S3-compatible storage
  store backup --list                        Shows the backups in the shop's storage

The shop can stay open; the file is a consistent snapshot of the database: products, customers, orders, settings.
The pictures are in MEDIA_URL, or in the folder "media" in DATA_DIR, which is to be copied as well. See also: store restore.`;

export function backupCommand(program: StoreCommand): void {
  program
    .add('backup', 'Back up the database to a file; the shop can stay open', backupExamples)
    .argument('[file]', 'a new file, or an s3:// URL of one')
    .option('--to-media', "write to the shop's storage, under a name with the time")
    .option('--keep <number>', 'with --to-media: delete older ones but this many', wholeNumber(1))
    .option('--list', "list the backups in the shop's storage")
    .runs(() => import('#cli/actions/backup.ts'), 'backUp');
}

const restoreExamples = `
Examples:
  store restore ~/backups/shop-2026-11-20.db
  store restore --from-media                          The newest in the shop's storage (see store backup --list)
  store restore --from-media shop-2026-11-20T033012123Z.db
  store restore s3://bucket/backups/shop.db

The shop can stay open. The current database, even a damaged one, is saved next to it first; orders placed since the backup are only in
that copy. The pictures are in MEDIA_URL, or in the folder "media" in DATA_DIR; restore its copy as well.`;

export function restoreCommand(program: StoreCommand): void {
  program
    .add('restore', 'Restore a backup; the current database is saved next to it', restoreExamples)
    .argument('[file]', 'a file written by "store backup", or an s3:// URL of one')
    .option('--from-media', "take it from the shop's storage: the file of this name, or the newest")
    .runs(() => import('#cli/actions/restore.ts'), 'restoreStore');
}

const moveExamples = `
Examples:
  store move --to postgres://shop:secret@db.example/shop
  store move --media --to "s3://bucket/shop?endpoint=https://s3.example&region=us-east-1"
  store move --media --to ./data/media

The database: stop the shop first: orders placed during the copy wait until it ends; orders placed after it are not copied. Then start the shop with
DATABASE_URL set to the same URL. The SQLite file and the pictures are not changed.

The pictures (--media): the shop can stay open. Every file is verified; run the command again after an interruption. Nothing is deleted.
The keys are those in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;

export function moveCommand(program: StoreCommand): void {
  program
    .add(
      'move',
      'Copy the whole shop from its SQLite file into an empty PostgreSQL database, or its pictures to other storage',
      moveExamples,
    )
    .requiredOption('--to <url>', 'postgres://user:password@host/database; with --media s3://bucket/folder or a folder')
    .option('--media', 'move the pictures instead of the database')
    .runs(() => import('#cli/actions/move.ts'), 'moveStore');
}
