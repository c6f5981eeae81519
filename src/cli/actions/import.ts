import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { importCatalogue } from '#api/services/import/import-catalogue.ts';
import type { ImportSummary } from '#api/services/import/plan/import-summary.ts';
import type { Seller } from '#api/services/import/read/imported-product.ts';
import { reportPage } from '#api/services/import/report/report-page.ts';
import { undoLastImport } from '#api/services/import/undo/undo-import.ts';
import { createReferenceSource } from '#api/services/pictures/picture-source.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { isFile, requireNewFile } from '#cli/arguments/file-paths.ts';
import { chooseMappings, type MappingFlags } from '#cli/mapping/choose-mappings.ts';
import { describeImport, describeUndo } from '#cli/output/describe-import.ts';
import { type OutputOptions, print } from '#cli/output/print.ts';
import { ProgressBar } from '#cli/output/progress-bar.ts';
import { commandContext, UsageError } from '#cli/process/command.ts';
import { keepImportFiles, withImportFiles } from '#cli/store/import-files.ts';
import { openFiles, withStore, withStoreOrCreate } from '#cli/store/open-store.ts';
import { openPictureSource } from '#cli/store/picture-source.ts';

/** Maximum size of V8's young generation, in megabytes per semi-space. */
const YOUNG_MB = 4;
/** How far the old generation grows beyond what is in use before it is collected, in percent; by default it may be several times that. */
const GROWTH_PERCENT = 40;

/**
 * Limits memory at the cost of some speed. An import that changes the prices of 50,000 products takes 246 MB instead of 455, and 9 % more
 * time of the processor.
 */
function limitHeap(): void {
  setFlagsFromString(`--max-semi-space-size=${YOUNG_MB}`);
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/** Exit status of an import that left pictures out. */
const PICTURES_LEFT_OUT = 2;

interface ImportFlags extends OutputOptions, MappingFlags {
  report?: string;
  pictures?: string | false;
  seller?: string;
  sellerKind?: Seller['kind'];
  skipBad?: boolean;
  replace?: boolean;
  yesWithdraw?: number;
  undo?: boolean;
}

async function undoImport(files: readonly string[], { json, undo: _, pictures: __, ...others }: ImportFlags): Promise<void> {
  if (files.length > 0 || Object.values(others).some((value) => value !== undefined))
    throw new UsageError('Give --undo alone: it takes the last import back, whatever its files and options were');
  const progress = new ProgressBar();
  const summary = await withStore((db) => undoLastImport(db, (done, total) => progress.update('products', done, total))).finally(
    () => progress.clear(),
  );
  print(summary, { ...(json && { json }) }, describeUndo);
}

/** Throws `CommandFailed` unless a page can be written there: a new file, or a page of an import before. */
function requireReportFile(file: string): void {
  if (!/\.html?$/i.test(file)) throw new UsageError('The report is a web page: give it a name that ends with .html');
  if (!isFile(file)) requireNewFile(file);
}

export async function importProducts(files: string[], flags: ImportFlags): Promise<void> {
  if (commandContext().ownsProcess) limitHeap();
  if (flags.undo) return undoImport(files, flags);
  if (files.length === 0) throw new UsageError('Name the files to import');
  if (flags.report !== undefined) requireReportFile(flags.report);
  const summary = await withImportFiles(files, (paths, unpacked) => importPaths(paths, flags, unpacked));
  if (flags.report !== undefined) writeFileSync(flags.report, reportPage(summary, new Date()));
  print(summary, flags, describeImport);
  if (summary.outcome !== 'imported' && summary.outcome !== 'dry run') commandContext().exitCode = 1;
  else if (summary.pictures.refused.length > 0) commandContext().exitCode = PICTURES_LEFT_OUT;
}

/** Imports local files, and keeps them in the shop's storage if it is S3-compatible. */
async function importPaths(paths: string[], flags: ImportFlags, unpacked: string | undefined): Promise<ImportSummary> {
  const findMapping = await chooseMappings(paths, flags);
  const progress = new ProgressBar();
  return withStoreOrCreate(async (db) => {
    const { pictures, imports } = await openFiles();
    try {
      const summary = await importCatalogue(db, paths, {
        pictures: flags.pictures === false ? createReferenceSource() : openPictureSource(db, pictures, flags.pictures, unpacked),
        seller: { ...(flags.sellerKind && { kind: flags.sellerKind }), ...(flags.seller && { name: flags.seller }) },
        storeName: (await readSettings(db)).store_name,
        findMapping,
        skipBad: flags.skipBad ?? false,
        replace: flags.replace ?? false,
        yesWithdraw: flags.yesWithdraw,
        dryRun: flags.dryRun ?? false,
        onProgress: (stage, done, total) => progress.update(stage, done, total),
      });
      if (imports && summary.outcome === 'imported') await keepImportFiles(imports, paths);
      return summary;
    } finally {
      progress.clear();
    }
  });
}
