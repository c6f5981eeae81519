import { importCatalogue } from '#api/services/import/catalogue.ts';
import type { Seller } from '#api/services/import/read/product.ts';
import { createFolderSource, createReferenceSource, createWebSource, type PictureSource } from '#api/services/pictures/source.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { requireFile, requireFolder } from '#cli/arguments/files.ts';
import { describeImport } from '#cli/output/import-summary.ts';
import { type OutputOptions, print } from '#cli/output/print.ts';
import { ProgressBar } from '#cli/output/progress-bar.ts';
import { commandContext } from '#cli/process/context.ts';
import { limitYoungGeneration } from '#cli/process/memory.ts';
import { withStoreOrCreate } from '#cli/store/open.ts';

interface ImportFlags extends OutputOptions {
  pictures?: string | false;
  seller?: string;
  sellerKind: Seller['kind'];
  skipBad?: boolean;
  replace?: boolean;
  dryRun?: boolean;
}

function pictureSource(dataDir: string, pictures: string | false | undefined): PictureSource {
  if (pictures === false) return createReferenceSource();
  if (pictures === undefined) return createWebSource(dataDir);
  requireFolder(pictures);
  return createFolderSource(dataDir, pictures);
}

export async function importProducts(files: string[], flags: ImportFlags): Promise<void> {
  files.forEach(requireFile);
  if (commandContext().ownsProcess) limitYoungGeneration();
  const progress = new ProgressBar();
  const summary = await withStoreOrCreate(async (db, dataDir) => {
    try {
      return await importCatalogue(db, files, {
        pictures: pictureSource(dataDir, flags.pictures),
        seller: { kind: flags.sellerKind, name: flags.seller ?? '' },
        storeName: (await readSettings(db)).store_name,
        skipBad: flags.skipBad ?? false,
        replace: flags.replace ?? false,
        dryRun: flags.dryRun ?? false,
        onProgress: (stage, done, total) => progress.update(stage, done, total),
      });
    } finally {
      progress.clear();
    }
  });
  print(summary, flags, describeImport);
  if (summary.outcome === 'refused' || summary.outcome === 'unreadable') commandContext().exitCode = 1;
}
