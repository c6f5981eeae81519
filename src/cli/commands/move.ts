import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store move --to postgres://shop:secret@db.example/shop

Stop the shop first: orders placed while it moves wait, and those placed after stay behind. Then start it with DATABASE_URL set to the
same address. The SQLite file and the pictures stay where they are.`;

/** `store move`: copies the shop from SQLite to PostgreSQL. */
export function moveCommand(program: Command): void {
  program
    .command('move')
    .description('Copy the whole shop from its SQLite file into an empty PostgreSQL database')
    .requiredOption('--to <address>', 'postgres://user:password@host/database')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/move.ts')).moveStore));
}
