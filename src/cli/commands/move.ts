import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store move --to postgres://shop:secret@db.example/shop

Stop the shop first: orders placed during the copy wait until it ends; orders placed after it are not copied. Then start the shop with
DATABASE_URL set to the same URL. The SQLite file and the pictures are not changed.`;

/** `store move`: copies the shop from SQLite to PostgreSQL. */
export function moveCommand(program: Command): void {
  program
    .command('move')
    .description('Copy the whole shop from its SQLite file into an empty PostgreSQL database')
    .requiredOption('--to <url>', 'postgres://user:password@host/database')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/move.ts')).moveStore));
}
