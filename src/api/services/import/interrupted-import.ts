import { isLockTimeout } from '#api/database/errors/engine-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { type ApplyOptions, applyStagedImport } from './apply/apply-import.ts';
import type { ImportPlan, StagingTable } from './plan/staging-table.ts';
import { commandPacing, type Pacing, runInBatches } from './run/adaptive-batches.ts';
import { claimRun, type ImportRun, releaseRun, renewLease, startLeaseRenewal, takeOverRun } from './run/lease.ts';

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
 * Takes over an interrupted import: discards it when it was still reading or may not be applied, else applies its staging table. Returns the run; undefined when
 * there was none.
 */
export async function finishInterruptedImport(db: Db, options: ApplyOptions, mayApply = true): Promise<ImportRun | undefined> {
  const run = await takeOverRun(db);
  if (!run) return undefined;
  try {
    if (run.state === 'reading' || !mayApply) await discardRun(db, run.owner, options.pace, options.stopping);
    else await applyStagedImport(db, run.owner, JSON.parse(run.plan) as ImportPlan, options);
    return run;
  } finally {
    releaseRun(run.owner);
  }
}

export interface OwnRun {
  owner: string;
  /** Completes the staging table and applies it. */
  apply: (stage: StagingTable, plan: ImportPlan, onProgress: ApplyOptions['onProgress']) => ReturnType<typeof applyStagedImport>;
}

/**
 * Runs an import, or takes one back, after an interrupted one has been finished, or discarded when it cannot be. Throws `ImportInProgress` while
 * another one runs.
 */
export async function runImport<Result>(db: Db, work: (run: OwnRun) => Promise<Result>): Promise<Result> {
  const options = { pace: commandPacing };
  await finishInterruptedImport(db, options).catch(() => finishInterruptedImport(db, options, false));
  const owner = await claimRun(db);
  const stopRenewing = startLeaseRenewal(db, owner);
  let isApplying = false;
  const apply: OwnRun['apply'] = async (stage, plan, onProgress) => {
    await stage.complete(plan);
    isApplying = true;
    return applyStagedImport(db, owner, plan, { pace: commandPacing, onProgress });
  };
  try {
    return await work({ owner, apply });
  } catch (error) {
    // A complete staging table is kept, and applied by the next command.
    if (!isApplying && !isLockTimeout(error)) await discardRun(db, owner, commandPacing).catch(() => undefined);
    throw error;
  } finally {
    stopRenewing();
    releaseRun(owner);
  }
}
