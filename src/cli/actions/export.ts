import { resolve } from 'node:path';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import { ensureFolder } from '#api/database/files/data-folder.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { finishQueued } from '#api/services/pictures/encoding/encode-queued.ts';
import { copyMediaFiles } from '#api/services/pictures/media-references.ts';
import { createFolderStorage } from '#api/services/storage/folder-storage.ts';
import { requireNewFile } from '#cli/arguments/file-paths.ts';
import { formatCount } from '#cli/output/format-units.ts';
import { green, type OutputOptions, print, yellow } from '#cli/output/print.ts';
import { ProgressBar } from '#cli/output/progress-bar.ts';
import { commandContext } from '#cli/process/command-context.ts';
import { CommandFailed, UsageError } from '#cli/process/command-errors.ts';
import { withStore } from '#cli/store/open-store.ts';
import { openFiles } from '#cli/store/picture-and-backup-storage.ts';
import { writeAtomically } from '#cli/store/write-atomically.ts';

interface ExportFlags extends OutputOptions {
  pictures?: string;
}

interface ExportSummary {
  file: string;
  products: number;
  variants: number;
  pictures: number;
  missing: string[];
}

function createPicturesFolder(folder: string): void {
  try {
    ensureFolder(resolve(folder));
  } catch (error) {
    throw new CommandFailed(`The folder "${folder}" cannot be created for the pictures (${reasonOf(error)})`);
  }
}

function describe({ file, products, variants, pictures, missing }: ExportSummary): string {
  const lines = [green(`${file}: ${formatCount(products, 'product')}, ${formatCount(variants, 'variant')}`)];
  if (pictures > 0) lines.push(formatCount(pictures, 'picture'));
  if (missing.length > 0) lines.push(yellow(`${formatCount(missing.length, 'picture file')} missing: ${missing.join(', ')}`));
  return lines.join('\n');
}

/** Makes the files that are still to be made, with a progress bar. */
async function finishPictures(db: Db): Promise<void> {
  const progress = new ProgressBar();
  let total = 0;
  const { pictures } = await openFiles();
  await finishQueued(db, pictures, (waiting) => {
    total = Math.max(total, waiting);
    progress.update('pictures', total - waiting, total);
  }).finally(() => progress.clear());
}

export async function exportProducts(file: string | undefined, { pictures: folder, ...flags }: ExportFlags): Promise<void> {
  if (file === undefined) {
    if (folder !== undefined || flags.json)
      throw new UsageError('Give a file name: --pictures and --json cannot be used when printing to the screen');
    await withStore((db) => exportCatalogue(db, async (text) => commandContext().stdout.write(text)));
    return;
  }
  requireNewFile(file);
  const summary = await withStore(async (db): Promise<ExportSummary> => {
    if (folder !== undefined) {
      createPicturesFolder(folder);
      await finishPictures(db);
    }
    const summary: ExportSummary = { file, products: 0, variants: 0, pictures: 0, missing: [] };
    await writeAtomically(file, async (write) => {
      const { products, variants, pictures } = await exportCatalogue(db, write);
      Object.assign(summary, { products, variants });
      if (folder === undefined) return;
      const [from, to] = [(await openFiles()).pictures, createFolderStorage(folder)];
      for (const picture of pictures) summary.missing.push(...(await copyMediaFiles(from, to, picture)));
      summary.pictures = pictures.size;
    });
    return summary;
  });
  print(summary, flags, describe);
}
