import { resolve } from 'node:path';
import type { Command } from 'commander';
import { mediaFolder } from '#api/database/files/data-folder.ts';
import { type MovedTable, MoveRefused, moveToPostgres } from '#api/database/maintenance/move-to-postgres.ts';
import { openDatabase } from '#api/database/open.ts';
import { dim, formatNumber, formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, UsageError } from '#cli/process/errors.ts';
import { explainLockTimeout, withPidFile } from '#cli/process/lock-holder.ts';
import { requireStore, resolveDataDir } from '#cli/store/open.ts';

interface MoveFlags extends OutputOptions {
  to: string;
}

const examples = `
Examples:
  store move --to postgres://shop:secret@db.example/shop

Stop the shop first: orders placed while it moves wait, and those placed after stay behind. Then start it with DATABASE_URL set to the
same address. The SQLite file and the pictures stay where they are.`;

const columns = ['table', 'rows', 'checksum'] as const;
const SHOWN_DIGITS = 16;

function describe(moved: readonly MovedTable[]): string {
  const cells = moved.map(({ table, rows, checksum }) => ({
    table,
    rows: formatNumber(rows),
    checksum: checksum.slice(0, SHOWN_DIGITS),
  }));
  const rows = moved.reduce((sum, one) => sum + one.rows, 0);
  return [
    formatTable(cells, columns, ['rows']),
    '',
    green(`${formatNumber(rows)} rows moved; every table has the same count and checksum on both sides.`),
    dim(`Start the shop with DATABASE_URL set. The pictures stay in ${resolve(mediaFolder(resolveDataDir()))}`),
  ].join('\n');
}

async function run({ to, ...flags }: MoveFlags): Promise<void> {
  if (!URL.canParse(to) || !['postgres:', 'postgresql:'].includes(new URL(to).protocol))
    throw new UsageError('--to must be an address such as postgres://user:password@host/database');
  requireStore(resolveDataDir());
  const from = await openDatabase(resolveDataDir());
  try {
    print(await withPidFile(resolveDataDir(), 'move', () => moveToPostgres(from, to)), flags, describe);
  } catch (error) {
    throw error instanceof MoveRefused ? new CommandFailed(error.message) : explainLockTimeout(error, resolveDataDir());
  } finally {
    await from.destroy();
  }
}

/** `store move`: from SQLite to PostgreSQL. */
export function moveCommand(program: Command): void {
  program
    .command('move')
    .description('Copy the whole shop from its SQLite file into an empty PostgreSQL database')
    .requiredOption('--to <address>', 'postgres://user:password@host/database')
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(run);
}
