import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { type ApplyOptions, applyStagedImport } from './apply/apply-import.ts';
import type { ImportPlan } from './plan/staging-table.ts';
import { type Pacing, runInBatches } from './run/adaptive-batches.ts';
import { type ImportRun, releaseRun, renewLease, takeOverRun } from './run/lease.ts';

/** Deletes a run and its staged items, in short transactions. */
export async function discardRun(db: Db, owner: string, pace: Pacing, stopping?: AbortSignal): Promise<void> {
  await runInBatches(
    pace,
    (size) =>
      write(db, async (tx) => {
        await renewLease(tx, owner);
        const rows = await tx.selectFrom('import_item').select('seq').orderBy('seq').limit(size).execute();
        const last = rows.at(-1);
        if (last) await tx.deleteFrom('import_item').where('seq', '<=', last.seq).execute();
        else await tx.deleteFrom('import_run').execute();
        return last !== undefined;
      }),
    stopping,
  );
}

/**
 * Takes over an interrupted import: discards it when it was still reading, else applies its staging table. Returns the run; undefined when
 * there was none.
 */
export async function finishInterruptedImport(db: Db, options: ApplyOptions): Promise<ImportRun | undefined> {
  const run = await takeOverRun(db);
  if (!run) return undefined;
  try {
    if (run.state === 'reading') await discardRun(db, run.owner, options.pace, options.stopping);
    else await applyStagedImport(db, run.owner, JSON.parse(run.plan) as ImportPlan, options);
    return run;
  } finally {
    releaseRun(run.owner);
  }
}

/** Takes over an interrupted import and discards it. */
async function discardInterruptedImport(db: Db, pace: Pacing): Promise<void> {
  const run = await takeOverRun(db);
  if (!run) return;
  try {
    await discardRun(db, run.owner, pace);
  } finally {
    releaseRun(run.owner);
  }
}

/** Takes over an interrupted import before another one: finishes it, or discards it when it cannot be finished. */
export const clearInterruptedImport = (db: Db, pace: Pacing): Promise<unknown> =>
  finishInterruptedImport(db, { pace }).catch(() => discardInterruptedImport(db, pace));
