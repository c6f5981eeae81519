import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { type ApplyOptions, applyStagedImport } from './apply/apply-import.ts';
import type { ImportPlan } from './plan/staged.ts';
import { type ImportRun, releaseRun, renewLease, takeOverRun } from './run/lease.ts';
import { type Pacing, runInBatches } from './run/pacing.ts';

/** Removes a run and all that it staged, in short transactions. Nothing of it had been shown. */
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
 * Finishes the import that another process left unfinished: one that was still reading is undone, one that was complete on the stage is
 * carried out. Returns the run it found; undefined when there was none.
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

/** Removes the import that another process left unfinished, without carrying out the rest of it. */
export async function discardInterruptedImport(db: Db, pace: Pacing): Promise<void> {
  const run = await takeOverRun(db);
  if (!run) return;
  try {
    await discardRun(db, run.owner, pace);
  } finally {
    releaseRun(run.owner);
  }
}
