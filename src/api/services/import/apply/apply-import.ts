import { bumpRevision } from '#api/database/catalogue-revision.ts';
import { optimiseCatalogue } from '#api/database/postgres/optimise-catalogue.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { type ChangedProducts, recordChangedProducts } from '#api/services/events/product-events.ts';
import { addCounts, zeroCounts } from '#api/services/import/plan/plan-variants.ts';
import type { ImportPlan } from '#api/services/import/plan/staging-table.ts';
import { type Pacing, runInBatches } from '#api/services/import/run/adaptive-batches.ts';
import { renewLease } from '#api/services/import/run/lease.ts';
import { completeRecords, forgetRecords, purgeUndoRecords } from '#api/services/import/undo/undo-records.ts';
import { STORE_KEY } from '#lib/rules/http/surrogate-keys.ts';
import { type AppliedCounts, applyBatch } from './apply-batch.ts';
import { planCategoryImages, setCategoryImages } from './category-images.ts';

/** Throttles revision bumps during an import: each one invalidates all cached pages. */
const REVISION_INTERVAL_MS = 2000;

export interface ApplyOptions {
  pace: Pacing;
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Stops between two transactions; the rest stays staged. */
  stopping?: AbortSignal | undefined;
}

/**
 * Applies the staged import of `owner` in short transactions with pauses between them, and removes it from the staging table. Each product
 * changes atomically, but the catalogue as a whole does not. Returns what was written and whether it finished. Throws `ImportLeaseLost`.
 */
export async function applyStagedImport(
  db: Db,
  owner: string,
  plan: ImportPlan,
  { pace, onProgress, stopping }: ApplyOptions,
): Promise<AppliedCounts & { finished: boolean }> {
  const sum: AppliedCounts = { products: zeroCounts(), variants: zeroCounts(), kept: [] };
  let bumpedAt = performance.now();
  let finished = false;
  await runInBatches(
    pace,
    async (size) => {
      const bump = performance.now() - bumpedAt > REVISION_INTERVAL_MS;
      const batch = await write(db, (tx) => applyBatch(tx, owner, { size, bump, undoes: plan.undo?.startedAt }));
      if (bump) bumpedAt = performance.now();
      finished = batch === undefined;
      if (!batch) return false;
      addCounts(sum.products, batch.applied.products);
      addCounts(sum.variants, batch.applied.variants);
      sum.kept.push(...batch.applied.kept);
      onProgress?.(batch.done, batch.total);
      return true;
    },
    stopping,
  );
  if (finished) {
    await finishRun(db, owner, plan);
    // A worker deletes what is left.
    await purgeUndoRecords(db, pace).catch(() => undefined);
    await optimiseCatalogue(db);
  }
  return { ...sum, finished };
}

/** Updates the sub-categories' pictures and deletes the run. Bumps the revision when the import changed anything. */
async function finishRun(db: Db, owner: string, plan: ImportPlan): Promise<void> {
  const images = plan.undo?.images ?? (await planCategoryImages(db, new Map(plan.categories), new Set(plan.dropped)));
  await write(db, async (tx) => {
    await renewLease(tx, owner);
    const changed = await setCategoryImages(tx, images);
    const run = await tx.selectFrom('import_run').select(['total', 'started_at', 'changed']).executeTakeFirstOrThrow();
    const { total, started_at } = run;
    recordChangedProducts(tx, plan.undo ? 'undo' : 'import', JSON.parse(run.changed) as ChangedProducts);
    if (plan.undo) await forgetRecords(tx);
    else await completeRecords(tx, started_at, changed);
    await tx.deleteFrom('import_run').execute();
    // Every page shows the sub-categories; the purges of products are queued already.
    if (total + changed.length > 0) await bumpRevision(tx, changed.length > 0 ? [STORE_KEY] : []);
  });
}
