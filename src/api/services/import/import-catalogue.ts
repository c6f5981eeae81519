import type { DatabaseSync } from 'node:sqlite';
import type { Db } from '#api/database/schema/engine.ts';
import { openTemporaryDatabase } from '#api/database/sqlite/temporary-database.ts';
import { categoriesOf } from '#api/services/catalogue/collections.ts';
import { readProductPages } from '#api/services/import/plan/read-stored-products.ts';
import type { ImportedProduct, Seller } from '#api/services/import/read/imported-product.ts';
import { parseCatalogue } from '#api/services/import/read/parse-catalogue.ts';
import { ProductSpool } from '#api/services/import/read/product-spool.ts';
import { readEncodingQueue } from '#api/services/pictures/encoding/encoding-queue.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { discardRun, type OwnRun, runImport } from './interrupted-import.ts';
import { importInventory } from './inventory/import-inventory.ts';
import { isInventoryExport } from './inventory/read-inventory.ts';
import type { FindMapping } from './mapping/header-finder.ts';
import { type Comparison, compareCatalogue } from './plan/compare-with-database.ts';
import {
  describePicturesBySku,
  describeRenames,
  describeSharedFiles,
  emptySummary,
  type ImportSummary,
  MAX_LOSING_SHARE,
  summariseImport,
} from './plan/import-summary.ts';
import { PictureList } from './plan/picture-list.ts';
import { addPicturesBySku } from './plan/pictures-by-sku.ts';
import { stageImport } from './plan/stage-import.ts';
import { StagingTable } from './plan/staging-table.ts';
import { nameProducts, storePictures } from './plan/store-pictures.ts';
import { commandPacing } from './run/adaptive-batches.ts';

/** Counts the distinct pictures of the wanted products and their sub-categories; dedupes in the `scratch` database. */
async function countUsedPictures(db: Db, scratch: DatabaseSync, isWanted: (slug: string) => boolean): Promise<number> {
  scratch.exec('CREATE TABLE used (reference TEXT PRIMARY KEY) WITHOUT ROWID');
  const add = scratch.prepare('INSERT INTO used VALUES (?) ON CONFLICT DO NOTHING');
  const categories = new Set<number>();
  for await (const products of readProductPages(db)) {
    for (const product of products) {
      if (!isWanted(product.slug)) continue;
      for (const id of categoriesOf(product)) categories.add(id);
      for (const reference of splitPictures(product.pictures)) add.run(reference);
    }
  }
  for (const { id, image } of await db.selectFrom('sub_category').select(['id', 'image']).execute())
    if (categories.has(id)) for (const reference of splitPictures(image)) add.run(reference);
  return Number(scratch.prepare('SELECT count(*) AS used FROM used').get()?.['used']);
}

export interface ImportOptions {
  pictures: PictureSource;
  /** The seller of rows without one; the name '' is the store itself. Existing products keep what is undefined. */
  seller?: Partial<Seller>;
  /** The store's current name; a seller of this name is the store itself. */
  storeName?: string;
  /** The mappings of tables of no known format; none by default. */
  findMapping?: FindMapping;
  /** Imports the valid rows when there are bad ones. */
  skipBad?: boolean;
  /** Withdraws products that are not in the files. */
  replace?: boolean;
  /** The number of products that the owner agrees to withdraw or empty. */
  yesWithdraw?: number | undefined;
  /** Only compares: writes nothing and stores no pictures. */
  dryRun?: boolean;
  /** When a product was first offered (ISO 8601). Defaults to the file's value, else to now, in the order of the files. */
  createdAt?: (product: ImportedProduct, index: number) => string;
  onProgress?: (stage: 'rows' | 'pictures' | 'checking' | 'products', done: number, total: number) => void;
}

/**
 * Imports Shopify product exports, and then the stock of Shopify inventory exports among the files: reads, validates and stages them without locks, then applies the staging table in short transactions, each
 * product atomically. Matches products by handle and skips unchanged ones. Writes nothing when there are bad rows, unless `skipBad`; they are
 * returned, not thrown. An import interrupted while it is applied resumes at the next start or command; one interrupted earlier is discarded.
 * Throws `ImportInProgress` while another import runs.
 */
export async function importCatalogue(db: Db, files: readonly string[], options: ImportOptions): Promise<ImportSummary> {
  const kinds = await Promise.all(files.map(isInventoryExport));
  const inventories = files.filter((_, i) => kinds[i]);
  if (inventories.length === 0) return importProducts(db, files, options);
  const products = files.filter((_, i) => !kinds[i]);
  const summary =
    products.length > 0 ? await importProducts(db, products, options) : emptySummary(options.dryRun ? 'dry run' : 'imported');
  const isRead = summary.outcome === 'imported' || summary.outcome === 'dry run';
  return isRead ? importInventory(db, inventories, options, summary) : summary;
}

const importProducts = (db: Db, files: readonly string[], options: ImportOptions): Promise<ImportSummary> =>
  options.dryRun ? readAndCompare(db, files, options) : runImport(db, (run) => readAndCompare(db, files, options, run));

/** Reads and compares the files and, with a `run`, applies them. */
async function readAndCompare(db: Db, files: readonly string[], options: ImportOptions, run?: OwnRun): Promise<ImportSummary> {
  const { pictures, seller = {}, storeName, findMapping, onProgress } = options;
  const scratch = openTemporaryDatabase();
  try {
    const spool = new ProductSpool(scratch);
    const onRead = (done: number, total: number) => onProgress?.('rows', done, total);
    const collected = await parseCatalogue(files, { seller, storeName, findMapping, spool, onRead });
    const refusal = collected.isUnreadable
      ? 'unreadable'
      : collected.badRows.length > 0 && !options.skipBad
        ? 'refused'
        : undefined;
    if (refusal) {
      if (run) await discardRun(db, run.owner, commandPacing);
      return summariseImport(collected, refusal);
    }
    const bySku = await addPicturesBySku(spool, pictures);
    const list = new PictureList(scratch);
    const comparison = await compareCatalogue(db, collected, { ...options, list });
    const { counts, onSale, changes } = comparison;
    const asks = onSale.losing > onSale.all * MAX_LOSING_SHARE || onSale.cutAfter !== undefined;
    const mustConfirm = asks && options.yesWithdraw !== onSale.losing;
    const isRefused = collected.badRows.length > 0 && !options.skipBad;
    const written = run ? 'imported' : 'dry run';
    const outcome = isRefused ? 'refused' : mustConfirm && run ? 'unconfirmed' : written;
    const summary = { ...summariseImport(collected, outcome), ...counts, changes, onSale: { ...onSale, mustConfirm } };
    summary.notes.push(...[describePicturesBySku(bySku) ?? [], describeRenames(comparison.renames) ?? []].flat());
    if (run && outcome !== 'imported') await discardRun(db, run.owner, commandPacing);
    else if (run) {
      const stored = await storePictures(list, pictures, (done, total) => onProgress?.('pictures', done, total));
      const refused = nameProducts(stored.refused, spool);
      summary.pictures = { ...summary.pictures, taken: list.counts().taken, stored: stored.added, refused };
      await stageAndApply(db, summary, { ...run, options, comparison, list });
      summary.pictures.used = await countUsedPictures(db, scratch, (slug) => spool.has(slug));
      summary.pictures.waiting = (await readEncodingQueue(db)).waiting;
    }
    summary.notes.push(...[describeSharedFiles(pictures.sharedFiles()) ?? []].flat());
    return summary;
  } finally {
    scratch.close();
  }
}

interface Staging extends OwnRun {
  options: ImportOptions;
  comparison: Comparison;
  list: PictureList;
}

async function stageAndApply(
  db: Db,
  summary: ImportSummary,
  { owner, apply, options, comparison, list }: Staging,
): Promise<void> {
  const { onProgress } = options;
  const stage = new StagingTable(db, owner);
  const plan = await stageImport(db, stage, { ...options, comparison, list });
  const { products, variants } = await apply(stage, plan, (done, total) => onProgress?.('products', done, total));
  summary.products = { ...products, unchanged: comparison.total - products.added - products.changed };
  summary.variants = variants;
}
