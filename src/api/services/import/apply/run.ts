import { type Db, write } from '#api/database/open.ts';
import { categoryImageChanges, setCategoryImages } from '#api/services/import/category-images.ts';
import { renewRun } from '#api/services/import/run/claim.ts';
import { inShortRounds, type Pace } from '#api/services/import/run/pace.ts';
import type { ImportPlan } from '#api/services/import/run/staged.ts';
import { bumpRevision } from '#api/services/revision.ts';
import { type Applied, applyBatch, nothingApplied } from './batch.ts';

/** Pages show what has been applied so far at least so often, in milliseconds; each time all of them are rendered anew. */
const SHOW_EVERY_MS = 2000;

export interface ApplyOptions {
  pace: Pace;
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Ends the work between two transactions; the rest stays staged. */
  stopping?: AbortSignal | undefined;
}

function addUp(sum: Applied, more: Applied): void {
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
export async function applyRun(
  db: Db,
  owner: string,
  plan: ImportPlan,
  { pace, onProgress, stopping }: ApplyOptions,
): Promise<Applied & { finished: boolean }> {
  const sum = nothingApplied();
  let shownAt = performance.now();
  let finished = false;
  await inShortRounds(
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
  const images = await categoryImageChanges(db, new Map(plan.categories), new Set(plan.dropped));
  await write(db, async (tx) => {
    await renewRun(tx, owner);
    const changed = await setCategoryImages(tx, images);
    const { total } = await tx.selectFrom('import_run').select('total').executeTakeFirstOrThrow();
    await tx.deleteFrom('import_run').execute();
    if (total + changed > 0) await bumpRevision(tx);
  });
}
