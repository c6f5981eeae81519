import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store move --to postgres://shop:secret@db.example/shop
  store move --media --to "s3://bucket/shop?endpoint=https://s3.example&region=us-east-1"
  store move --media --to ./data/media

The database: stop the shop first: orders placed during the copy wait until it ends; orders placed after it are not copied. Then start the shop with
DATABASE_URL set to the same URL. The SQLite file and the pictures are not changed.

The pictures (--media): the shop can stay open. Every file is verified; run the command again after an interruption. Nothing is deleted.
The keys are those in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;

export function moveCommand(program: Command): void {
  program
    .command('move')
    .description('Copy the whole shop from its SQLite file into an empty PostgreSQL database, or its pictures to other storage')
    .requiredOption('--to <url>', 'postgres://user:password@host/database; with --media s3://bucket/folder or a folder')
    .option('--media', 'move the pictures instead of the database')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/move.ts')).moveStore));
}
