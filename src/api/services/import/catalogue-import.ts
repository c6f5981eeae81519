import { isLockTimeout } from '#api/database/lock-timeout.ts';
import type { Db } from '#api/database/open.ts';
import { openScratch } from '#api/database/sqlite/scratch.ts';
import type { PictureSource } from '#api/services/pictures/source.ts';
import { applyRun } from './apply/run.ts';
import { collectCatalogue } from './collect.ts';
import { type Comparison, compareFiles } from './compare.ts';
import { PictureList } from './gather/picture-list.ts';
import { ProductSpool } from './gather/spool.ts';
import type { ImportedProduct, Seller } from './product.ts';
import { claimRun, keepRenewing, letGo } from './run/claim.ts';
import { discardRun, dropInterruptedImport, finishInterruptedImport } from './run/finish.ts';
import { commandPace } from './run/pace.ts';
import { Stage } from './run/stage.ts';
import { stageImport } from './run/stage-import.ts';
import { type ImportSummary, summaryOf } from './summary.ts';
import { takePictures } from './take-pictures.ts';
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
  await finishInterruptedImport(db, { pace: commandPace }).catch(() => dropInterruptedImport(db, commandPace));
  const owner = await claimRun(db);
  const stopRenewing = keepRenewing(db, owner);
  const progress: Progress = { applying: false };
  try {
    return await readAndCompare(db, files, options, { owner, progress });
  } catch (error) {
    // What is complete on the stage is carried out at the next command.
    if (!progress.applying && !isLockTimeout(error)) await discardRun(db, owner, commandPace).catch(() => undefined);
    throw error;
  } finally {
    stopRenewing();
    letGo(owner);
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
  const scratch = openScratch();
  try {
    const spool = new ProductSpool(scratch);
    const onRead = (done: number, total: number) => onProgress?.('rows', done, total);
    const collected = await collectCatalogue(files, { seller, storeName, spool, onRead });
    const refused = collected.unreadable
      ? 'unreadable'
      : collected.badRows.length > 0 && !options.skipBad
        ? 'refused'
        : undefined;
    if (refused) {
      if (run) await discardRun(db, run.owner, commandPace);
      return summaryOf(collected, refused);
    }
    const summary = summaryOf(collected, run ? 'imported' : 'dry run');
    const list = new PictureList(scratch);
    const comparison = await compareFiles(db, collected, { ...options, list });
    Object.assign(summary, comparison.counts);
    if (run) {
      const taken = await takePictures(list, pictures, (done, total) => onProgress?.('pictures', done, total));
      summary.pictures = { used: 0, taken: list.counts().taken, stored: taken.fresh, refused: taken.refused };
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
  const stage = new Stage(db, owner);
  const plan = await stageImport(db, stage, { ...options, comparison, list });
  await stage.complete(plan);
  progress.applying = true;
  const { products, variants } = await applyRun(db, owner, plan, {
    pace: commandPace,
    onProgress: (done, total) => onProgress?.('products', done, total),
  });
  summary.products = { ...products, unchanged: comparison.total - products.added - products.changed };
  summary.variants = variants;
}
