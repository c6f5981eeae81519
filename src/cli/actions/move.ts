import { resolve } from 'node:path';
import { mediaFolder } from '#api/database/files/data-folder.ts';
import { type MovedTable, MoveRefused, moveToPostgres } from '#api/database/maintenance/move-to-postgres.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { formatTable } from '#cli/output/format-table.ts';
import { dim, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, UsageError } from '#cli/process/command-errors.ts';
import { explainLockTimeout, withPidFile } from '#cli/process/lock-holder.ts';
import { requireStore, resolveDataDir } from '#cli/store/open-store.ts';
import { formatNumber } from '#lib/rules/text.ts';
import { moveMedia } from './move-media.ts';

interface MoveFlags extends OutputOptions {
  to: string;
  media?: boolean;
}

const columns = ['table', 'rows', 'checksum'] as const;

const SHOWN_CHECKSUM_DIGITS = 16;

function describe(moved: readonly MovedTable[]): string {
  const cells = moved.map(({ table, rows, checksum }) => ({
    table,
    rows: formatNumber(rows),
    checksum: checksum.slice(0, SHOWN_CHECKSUM_DIGITS),
  }));
  const rows = moved.reduce((sum, table) => sum + table.rows, 0);
  return [
    formatTable(cells, columns, ['rows']),
    '',
    green(`${formatNumber(rows)} rows moved; every table has the same number of rows and the same checksum in both databases.`),
    dim(`Start the shop with DATABASE_URL set. The pictures stay in ${resolve(mediaFolder(resolveDataDir()))}`),
  ].join('\n');
}

export async function moveStore({ to, media, ...flags }: MoveFlags): Promise<void> {
  if (media) return moveMedia(to, flags);
  if (!URL.canParse(to) || !['postgres:', 'postgresql:'].includes(new URL(to).protocol))
    throw new UsageError('--to must be a URL such as postgres://user:password@host/database; --media moves the pictures');
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
