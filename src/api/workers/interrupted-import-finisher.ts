import type { Logger } from 'pino';
import type { Db } from '#api/database/schema/engine.ts';
import { finishInterruptedImport } from '#api/services/import/interrupted-import.ts';
import { serverPacing } from '#api/services/import/run/adaptive-batches.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

const DELAY_MS = 15_000;

/** Finishes imports whose command was interrupted. Safe to run in several processes. */
export function startImportFinisher(db: Db, log: Logger): BackgroundWorker {
  const finish = async (stopping: AbortSignal): Promise<void> => {
    const run = await finishInterruptedImport(db, { pace: serverPacing, stopping });
    if (run) log.info({ startedAt: run.started_at, state: run.state }, 'finished an interrupted import');
  };
  return runPeriodically({ delayMs: DELAY_MS }, finish, (error) =>
    log.error({ err: error }, 'an interrupted import could not be finished'),
  );
}
