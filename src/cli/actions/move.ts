import { resolve } from 'node:path';
import { mediaFolder } from '#api/database/files/data-folder.ts';
import { type MovedTable, moveToPostgres } from '#api/database/maintenance/move-to-postgres.ts';
import { openDatabase } from '#api/database/open-database.ts';
import { CopyFailed, type CopyResult, copyFiles } from '#api/services/storage/copy-files.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { createFolderStorage } from '#api/services/storage/folder-storage.ts';
import { dim, formatBytes, formatCount, formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { ProgressBar } from '#cli/output/progress-bar.ts';
import { CommandFailed, resolveDataDir, UsageError } from '#cli/process/command.ts';
import { explainLockTimeout, withPidFile } from '#cli/process/lock-holder.ts';
import { openFiles, requireStore } from '#cli/store/open-store.ts';
import { isRemoteFile, openRemotePictures } from '#cli/store/remote-files.ts';
import { formatNumber } from '#lib/rules/text.ts';

/** What to set so that the shop uses the copies. */
function describeNextStep(to: string): string {
  if (isRemoteFile(to)) return `Set MEDIA_URL=${to} and the keys on every server, and restart it`;
  const folder = resolve(mediaFolder(resolveDataDir()));
  return resolve(to) === folder
    ? 'Unset MEDIA_URL and restart the shop'
    : `Move the files to ${folder}, unset MEDIA_URL and restart the shop`;
}

function describeMedia({ files, bytes, copied }: CopyResult, from: FileStorage, to: string): string {
  return [
    green(
      `${formatCount(files, 'picture file')}, ${formatBytes(bytes)}: ${formatNumber(copied)} copied and verified, the others were there`,
    ),
    `${describeNextStep(to)}. Then run this command again: it copies what was imported meanwhile.`,
    dim(`${from.location} is unchanged; it can be deleted once the shop shows its pictures from the new place.`),
  ].join('\n');
}

async function moveMedia(to: string, flags: OutputOptions): Promise<void> {
  if (URL.canParse(to) && !isRemoteFile(to))
    throw new UsageError('--to must be a folder or a URL such as s3://bucket/shop?endpoint=…');
  const from = (await openFiles()).pictures;
  const target = isRemoteFile(to) ? await openRemotePictures(to) : createFolderStorage(to);
  if (target.location === from.location) throw new CommandFailed(`The pictures are in ${from.location} already`);
  const progress = new ProgressBar();
  try {
    const result = await copyFiles(from, target, (done, total) => progress.update('pictures', done, total));
    progress.clear();
    print({ from: from.location, to: target.location, ...result }, flags, () => describeMedia(result, from, to));
  } catch (error) {
    progress.clear();
    if (error instanceof CopyFailed) throw new CommandFailed(`${error.message}. Run the command again`);
    throw error;
  }
}

interface MoveFlags extends OutputOptions {
  to: string;
  media?: boolean;
}

const SHOWN_CHECKSUM_DIGITS = 16;

function describe(moved: readonly MovedTable[]): string {
  const cells = moved.map(({ table, rows, checksum }) => ({
    table,
    rows: formatNumber(rows),
    checksum: checksum.slice(0, SHOWN_CHECKSUM_DIGITS),
  }));
  const rows = moved.reduce((sum, table) => sum + table.rows, 0);
  return [
    formatTable(cells, ['rows']),
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
    throw explainLockTimeout(error, resolveDataDir());
  } finally {
    await from.destroy();
  }
}
