import { resolve } from 'node:path';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import { ensureFolder } from '#api/database/files/data-folder.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { type CatalogueWriter, exportCatalogue, xlsxWriter } from '#api/services/export/export-catalogue.ts';
import { exportGoogleFeed, FeedUnavailable } from '#api/services/export/google-feed.ts';
import { pictureAddresses } from '#api/services/export/picture-address.ts';
import { shopifyWriter } from '#api/services/export/shopify-csv.ts';
import { woocommerceWriter } from '#api/services/export/woocommerce-csv.ts';
import { TooLargeForXlsx } from '#api/services/export/write-xlsx.ts';
import { finishQueued } from '#api/services/pictures/encoding/encode-queued.ts';
import { copyMediaFiles } from '#api/services/pictures/media-references.ts';
import { createFolderStorage } from '#api/services/storage/folder-storage.ts';
import { requireNewFile } from '#cli/arguments/file-paths.ts';
import { formatCount, green, type OutputOptions, print, yellow } from '#cli/output/print.ts';
import { ProgressBar } from '#cli/output/progress-bar.ts';
import { CommandFailed, commandContext, UsageError } from '#cli/process/command.ts';
import { openFiles, withStore } from '#cli/store/open-store.ts';
import { writeAtomically } from '#cli/store/write-atomically.ts';

/** What an export is for, besides this shop. */
type ExportFormat = 'shopify' | 'woocommerce' | 'google' | 'xlsx';

interface ExportFlags extends OutputOptions {
  pictures?: string;
  as?: ExportFormat;
}

interface ExportSummary {
  file: string;
  products: number;
  variants: number;
  pictures: number;
  missing: string[];
  /** Pictures of this shop that were left out because another system could not fetch them. */
  withoutAddress?: number;
}

function createPicturesFolder(folder: string): void {
  try {
    ensureFolder(resolve(folder));
  } catch (error) {
    throw new CommandFailed(`The folder "${folder}" cannot be created for the pictures (${reasonOf(error)})`);
  }
}

function describe({ file, products, variants, pictures, missing, withoutAddress = 0 }: ExportSummary): string {
  const lines = [green(`${file}: ${formatCount(products, 'product')}, ${formatCount(variants, 'variant')}`)];
  if (pictures > 0) lines.push(formatCount(pictures, 'picture'));
  if (missing.length > 0) lines.push(yellow(`${formatCount(missing.length, 'picture file')} missing: ${missing.join(', ')}`));
  if (withoutAddress > 0)
    lines.push(
      yellow(
        `${formatCount(withoutAddress, 'picture')} left out: set PUBLIC_SITE_URL to the address from which they can be fetched`,
      ),
    );
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

/** The writer of a format; undefined for the default. Pictures without a public address go to `onMissing`. */
async function openWriter(
  db: Db,
  as: ExportFormat | undefined,
  onMissing: (reference: string) => void,
): Promise<CatalogueWriter | undefined> {
  const { env } = commandContext();
  const addressOf = pictureAddresses(env['PUBLIC_SITE_URL'], onMissing);
  if (as === 'xlsx') return xlsxWriter;
  if (as === 'shopify') return shopifyWriter(db, addressOf);
  return as === 'woocommerce' ? woocommerceWriter(db, addressOf) : undefined;
}

/** Writes the feed that the shop serves, as XML or, to a file that does not end with .xml, as text with tabs. */
async function exportFeed(file: string, flags: OutputOptions): Promise<void> {
  const site = commandContext().env['PUBLIC_SITE_URL'];
  if (!site) throw new CommandFailed('Set PUBLIC_SITE_URL to the address of the running shop, which writes the feed');
  let items = 0;
  await writeAtomically(file, async (write) => {
    items = await exportGoogleFeed(site, /\.xml$/i.test(file) ? 'xml' : 'tsv', write);
  }).catch((error: unknown) => {
    if (error instanceof FeedUnavailable) throw new CommandFailed(`${error.message}: start the shop, which writes the feed`);
    throw error;
  });
  print({ file, items }, flags, () => green(`${file}: ${formatCount(items, 'item')}`));
}

export async function exportProducts(
  file: string | undefined,
  { pictures: folder, as: chosen, ...flags }: ExportFlags,
): Promise<void> {
  const as = chosen ?? (file && /\.xlsx$/i.test(file) ? 'xlsx' : undefined);
  if (file === undefined) {
    if (folder !== undefined || flags.json || as === 'xlsx' || as === 'google')
      throw new UsageError(
        'Give a file name: --pictures, --json, --as xlsx and --as google cannot be used when printing to the screen',
      );
    await withStore(async (db) =>
      exportCatalogue(db, async (text) => commandContext().stdout.write(text), await openWriter(db, as, () => undefined)),
    );
    return;
  }
  requireNewFile(file);
  if (as === 'google') return exportFeed(file, flags);
  const summary = await withStore(async (db): Promise<ExportSummary> => {
    if (folder !== undefined) {
      createPicturesFolder(folder);
      await finishPictures(db);
    }
    const summary: ExportSummary = { file, products: 0, variants: 0, pictures: 0, missing: [] };
    const withoutAddress = new Set<string>();
    const writer = await openWriter(db, as, (reference) => withoutAddress.add(reference));
    await writeAtomically(file, async (write) => {
      const { products, variants, pictures } = await exportCatalogue(db, write, writer);
      Object.assign(summary, { products, variants, ...(withoutAddress.size > 0 && { withoutAddress: withoutAddress.size }) });
      if (folder === undefined) return;
      const [from, to] = [(await openFiles()).pictures, createFolderStorage(folder)];
      for (const picture of pictures) summary.missing.push(...(await copyMediaFiles(from, to, picture)));
      summary.pictures = pictures.size;
    });
    return summary;
  }).catch((error: unknown) => {
    if (error instanceof TooLargeForXlsx) throw new CommandFailed(`${error.message}. Write a CSV file instead`);
    throw error;
  });
  print(summary, flags, describe);
}
