import { isLockTimeout } from '#api/database/errors/lock-timeout.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { openTemporaryDatabase } from '#api/database/sqlite/temporary.ts';
import type { PictureSource } from '#api/services/pictures/source.ts';
import { applyStagedImport } from './apply/apply-import.ts';
import { discardInterruptedImport, discardRun, finishInterruptedImport } from './interrupted.ts';
import { type Comparison, compareCatalogue } from './plan/compare.ts';
import { PictureList } from './plan/picture-list.ts';
import { stageImport } from './plan/stage-import.ts';
import { StagingTable } from './plan/staging-table.ts';
import { storePictures } from './plan/store-pictures.ts';
import { type ImportSummary, summariseImport } from './plan/summary.ts';
import { parseCatalogue } from './read/parse-catalogue.ts';
import type { ImportedProduct, Seller } from './read/product.ts';
import { ProductSpool } from './read/product-spool.ts';
import { claimRun, releaseRun, startLeaseRenewal } from './run/lease.ts';
import { commandPacing } from './run/pacing.ts';
import { countUsedPictures } from './used-pictures.ts';

export interface ImportOptions {
  pictures: PictureSource;
  /** Whose the products are when the files have no Seller column; the name '' is the store itself. */
  seller: Seller;
  /** What the store is called now: a seller of this name is the store itself. */
  storeName?: string;
  /** Imports the good rows when there are bad ones. */
  skipBad?: boolean;
  /** Takes products from sale that the files do not name. */
  replace?: boolean;
  /** Says what would change; reads only, and takes no pictures. */
  dryRun?: boolean;
  /** When the product at this place of the files was first offered; as the file says, else in its order, unless told otherwise. */
  createdAt?: (product: ImportedProduct, index: number) => string;
  onProgress?: (stage: 'rows' | 'pictures' | 'checking' | 'products', done: number, total: number) => void;
}

/**
 * Imports Shopify product exports. They are read, checked and staged while others write; then the stage is applied in short transactions,
 * each product in one step. With bad rows nothing is written unless `skipBad`; they are returned, not thrown. An import that is
 * interrupted while it is applied goes on at the next start or command, an earlier one leaves nothing. A product is known again by its
 * handle; what the files describe as before is left alone, and so is the revision when nothing changed. Throws `ImportRunning` when
 * another import is under way.
 */
export async function importCatalogue(db: Db, files: readonly string[], options: ImportOptions): Promise<ImportSummary> {
  if (options.dryRun) return readAndCompare(db, files, options);
  // The owner's newest files count: an import that cannot be finished must not block this one.
  await finishInterruptedImport(db, { pace: commandPacing }).catch(() => discardInterruptedImport(db, commandPacing));
  const owner = await claimRun(db);
  const stopRenewing = startLeaseRenewal(db, owner);
  const progress: Progress = { applying: false };
  try {
    return await readAndCompare(db, files, options, { owner, progress });
  } catch (error) {
    // What is complete on the stage is carried out at the next command.
    if (!progress.applying && !isLockTimeout(error)) await discardRun(db, owner, commandPacing).catch(() => undefined);
    throw error;
  } finally {
    stopRenewing();
    releaseRun(owner);
  }
}

interface Progress {
  applying: boolean;
}

interface Run {
  owner: string;
  progress: Progress;
}

/** Does the whole import, or without a `run` only compares. */
async function readAndCompare(db: Db, files: readonly string[], options: ImportOptions, run?: Run): Promise<ImportSummary> {
  const { pictures, seller, storeName, onProgress } = options;
  const scratch = openTemporaryDatabase();
  try {
    const spool = new ProductSpool(scratch);
    const onRead = (done: number, total: number) => onProgress?.('rows', done, total);
    const collected = await parseCatalogue(files, { seller, storeName, spool, onRead });
    const refused = collected.markUnreadable
      ? 'unreadable'
      : collected.badRows.length > 0 && !options.skipBad
        ? 'refused'
        : undefined;
    if (refused) {
      if (run) await discardRun(db, run.owner, commandPacing);
      return summariseImport(collected, refused);
    }
    const summary = summariseImport(collected, run ? 'imported' : 'dry run');
    const list = new PictureList(scratch);
    const comparison = await compareCatalogue(db, collected, { ...options, list });
    Object.assign(summary, comparison.counts);
    if (run) {
      const taken = await storePictures(list, pictures, (done, total) => onProgress?.('pictures', done, total));
      summary.pictures = { used: 0, taken: list.counts().taken, stored: taken.added, refused: taken.refused };
      await stageAndApply(db, summary, { ...run, options, comparison, list });
      summary.pictures.used = await countUsedPictures(db, scratch, (slug) => spool.has(slug));
    }
    return summary;
  } finally {
    scratch.close();
  }
}

interface Staging extends Run {
  options: ImportOptions;
  comparison: Comparison;
  list: PictureList;
}

async function stageAndApply(
  db: Db,
  summary: ImportSummary,
  { owner, progress, options, comparison, list }: Staging,
): Promise<void> {
  const { onProgress } = options;
  const stage = new StagingTable(db, owner);
  const plan = await stageImport(db, stage, { ...options, comparison, list });
  await stage.complete(plan);
  progress.applying = true;
  const { products, variants } = await applyStagedImport(db, owner, plan, {
    pace: commandPacing,
    onProgress: (done, total) => onProgress?.('products', done, total),
  });
  summary.products = { ...products, unchanged: comparison.total - products.added - products.changed };
  summary.variants = variants;
}
