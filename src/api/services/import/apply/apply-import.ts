import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { bumpRevision } from '#api/services/catalogue/revision.ts';
import type { ImportPlan } from '#api/services/import/plan/staged.ts';
import { renewLease } from '#api/services/import/run/lease.ts';
import { type Pacing, runInBatches } from '#api/services/import/run/pacing.ts';
import { type AppliedCounts, applyBatch, zeroCounts } from './batch.ts';
import { planCategoryImages, setCategoryImages } from './category-images.ts';

/** Pages show what has been applied so far at least so often, in milliseconds; each time all of them are rendered anew. */
const SHOW_EVERY_MS = 2000;

export interface ApplyOptions {
  pace: Pacing;
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Ends the work between two transactions; the rest stays staged. */
  stopping?: AbortSignal | undefined;
}

function addUp(sum: AppliedCounts, more: AppliedCounts): void {
  for (const key of ['added', 'changed', 'withdrawn'] as const) {
    sum.products[key] += more.products[key];
    sum.variants[key] += more.variants[key];
  }
}

/**
 * Carries out the staged import that `owner` holds, in transactions of about `pace.workMs` with pauses between, and removes it. Each
 * product changes in one step; shoppers may see new and old products side by side until the end. Returns what was written and whether it
 * was finished. Throws `ImportTakenOver`.
 */
export async function applyStagedImport(
  db: Db,
  owner: string,
  plan: ImportPlan,
  { pace, onProgress, stopping }: ApplyOptions,
): Promise<AppliedCounts & { finished: boolean }> {
  const sum = zeroCounts();
  let shownAt = performance.now();
  let finished = false;
  await runInBatches(
    pace,
    async (size) => {
      const bump = performance.now() - shownAt > SHOW_EVERY_MS;
      const batch = await write(db, (tx) => applyBatch(tx, owner, size, bump));
      if (bump) shownAt = performance.now();
      finished = batch === undefined;
      if (!batch) return false;
      addUp(sum, batch.applied);
      onProgress?.(batch.done, batch.total);
      return true;
    },
    stopping,
  );
  if (finished) await finishRun(db, owner, plan);
  return { ...sum, finished };
}

/** Chooses the sub-categories' pictures and removes the run. The revision is bumped when the import changed anything at all. */
async function finishRun(db: Db, owner: string, plan: ImportPlan): Promise<void> {
  const images = await planCategoryImages(db, new Map(plan.categories), new Set(plan.dropped));
  await write(db, async (tx) => {
    await renewLease(tx, owner);
    const changed = await setCategoryImages(tx, images);
    const { total } = await tx.selectFrom('import_run').select('total').executeTakeFirstOrThrow();
    await tx.deleteFrom('import_run').execute();
    if (total + changed > 0) await bumpRevision(tx);
  });
}
