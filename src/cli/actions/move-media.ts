import { resolve } from 'node:path';
import { mediaFolder } from '#api/database/files/data-folder.ts';
import { CopyFailed, type CopyResult, copyFiles } from '#api/services/storage/copy-files.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { createFolderStorage } from '#api/services/storage/folder-storage.ts';
import { formatBytes, formatCount } from '#cli/output/format-units.ts';
import { dim, green, type OutputOptions, print } from '#cli/output/print.ts';
import { ProgressBar } from '#cli/output/progress-bar.ts';
import { CommandFailed, UsageError } from '#cli/process/command-errors.ts';
import { resolveDataDir } from '#cli/store/open-store.ts';
import { openFiles } from '#cli/store/picture-and-backup-storage.ts';
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

function describe({ files, bytes, copied }: CopyResult, from: FileStorage, to: string): string {
  return [
    green(
      `${formatCount(files, 'picture file')}, ${formatBytes(bytes)}: ${formatNumber(copied)} copied and verified, the others were there`,
    ),
    `${describeNextStep(to)}. Then run this command again: it copies what was imported meanwhile.`,
    dim(`${from.location} is unchanged; it can be deleted once the shop shows its pictures from the new place.`),
  ].join('\n');
}

export async function moveMedia(to: string, flags: OutputOptions): Promise<void> {
  if (URL.canParse(to) && !isRemoteFile(to))
    throw new UsageError('--to must be a folder or a URL such as s3://bucket/shop?endpoint=…');
  const from = (await openFiles()).pictures;
  const target = isRemoteFile(to) ? await openRemotePictures(to) : createFolderStorage(to);
  if (target.location === from.location) throw new CommandFailed(`The pictures are in ${from.location} already`);
  const progress = new ProgressBar();
  try {
    const result = await copyFiles(from, target, (done, total) => progress.update('pictures', done, total));
    progress.clear();
    print({ from: from.location, to: target.location, ...result }, flags, () => describe(result, from, to));
  } catch (error) {
    progress.clear();
    if (error instanceof CopyFailed) throw new CommandFailed(`${error.message}. Run the command again`);
    throw error;
  }
}
