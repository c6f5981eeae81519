import { type Command, Option } from 'commander';
import { importCatalogue } from '#api/services/import/catalogue.ts';
import type { Seller } from '#api/services/import/read/product.ts';
import { createFolderSource, createReferenceSource, createWebSource, type PictureSource } from '#api/services/pictures/source.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { isFile, isFolder } from '#cli/arguments/files.ts';
import { describeImport } from '#cli/output/import-summary.ts';
import { type OutputOptions, print } from '#cli/output/print.ts';
import { ProgressBar } from '#cli/output/progress-bar.ts';
import { CommandFailed } from '#cli/process/errors.ts';
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

const examples = `
Examples:
  store import products.csv                        Fetches the pictures from their addresses
  store import products.csv --pictures ./photos    Takes the pictures from a folder
  store import products.csv --no-pictures          Leaves the pictures where they are
  store import men.csv women.csv --dry-run         Says what would change, writes nothing
  store import products.csv --replace              Takes from sale what the file does not name

The columns are those of a Shopify product export; "Seller", "Seller Kind", "Country of Origin" and "Category Image" may stand beside them.
It may run while the shop is open. One that is interrupted is finished by the next command or the running shop.
Run it again whenever the file has changed: products are known by their handle. In a pictures folder, category-<name>.jpg
(such as category-mens-watch.jpg) is the picture of a sub-category. Drawings (SVG) are taken from a folder only.`;

function pictureSource(dataDir: string, pictures: string | false | undefined): PictureSource {
  if (pictures === false) return createReferenceSource();
  if (pictures === undefined) return createWebSource(dataDir);
  if (!isFolder(pictures)) throw new CommandFailed(`There is no folder "${pictures}"`);
  return createFolderSource(dataDir, pictures);
}

function checkFiles(files: readonly string[]): void {
  for (const file of files) {
    if (!isFile(file)) throw new CommandFailed(`There is no file "${file}"`);
  }
}

async function run(files: string[], flags: ImportFlags): Promise<void> {
  checkFiles(files);
  limitYoungGeneration();
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
  if (summary.outcome === 'refused' || summary.outcome === 'unreadable') process.exitCode = 1;
}

/** `store import`: brings product exports into the shop. */
export function importCommand(program: Command): void {
  program
    .command('import')
    .description('Import products from Shopify product exports (CSV), all files in one step')
    .argument('<files...>', 'CSV files')
    .option('--pictures <folder>', 'take the pictures from this folder instead of fetching them')
    .option('--no-pictures', 'leave the pictures at their addresses')
    .option(
      '--seller <name>',
      'whose the products are when the file has no Seller column (else the store itself, by the name it has)',
    )
    .addOption(new Option('--seller-kind <kind>', 'what that seller is').choices(['retailer', 'wholesaler']).default('retailer'))
    .option('--skip-bad', 'import the good rows when there are bad ones')
    .option('--replace', 'take products from sale that the files do not name')
    .option('--dry-run', 'say what would change and write nothing')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', examples)
    .action(run);
}
