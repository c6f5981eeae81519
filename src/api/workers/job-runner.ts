import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '#api/database/schema/engine.ts';
import { claimJob, endJob, JOB_TIMEOUT_MS, type Job } from '#api/services/extensions/jobs.ts';
import { openValues } from '#api/services/extensions/values.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

/** Default time between two looks for due jobs, in milliseconds. */
const DELAY_MS = 10_000;

/** Stopping waits for jobs this long, in milliseconds; shorter than the grace period of the host's shutdown. */
const STOP_TIMEOUT_MS = 5000;

export interface JobRunnerOptions {
  db: Db;
  log: Logger;
  jobs: Readonly<Record<string, Job>>;
  onFailure: (name: string) => void;
  /** Polling delay and time limit of a run, in milliseconds. */
  delayMs?: number;
  timeoutMs?: number;
}

/**
 * Runs the jobs of extensions. Safe to run in several processes: a job is claimed before it runs. One that does not end at its time limit has failed, and
 * is not started again by this process before it ends.
 */
export function startJobRunner({
  db,
  log,
  jobs,
  onFailure,
  delayMs = DELAY_MS,
  timeoutMs = JOB_TIMEOUT_MS,
}: JobRunnerOptions): BackgroundWorker {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();

  const runOnce = async (name: string, { run }: Job): Promise<void> => {
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([limit, stopping.signal]);
    const overdue = new Promise<never>((_, reject) =>
      limit.addEventListener('abort', () => reject(new Error(`it took longer than ${timeoutMs / 1000} s`))),
    );
    const tools = { values: openValues(db, `job ${name}`), log: log.child({ job: name }), signal };
    const work = Promise.try(run, tools);
    try {
      await Promise.race([work, overdue]);
      await endJob(db, name);
    } catch (error) {
      // What a stop ends is done again.
      if (stopping.signal.aborted) return;
      log.error({ err: error, job: name }, 'a job of shop.config.ts failed');
      onFailure(name);
      await endJob(db, name, { error });
    }
    // One that ignores its signal is not started again beside itself.
    await work.catch(() => undefined);
  };

  const onError = (err: unknown): void => log.error({ err }, 'jobs of shop.config.ts could not be run');
  const startDue = async (): Promise<void> => {
    for (const [name, job] of Object.entries(jobs)) {
      if (running.has(name) || stopping.signal.aborted || !(await claimJob(db, name, job.every))) continue;
      const run = Promise.try(runOnce, name, job)
        .catch(onError)
        .finally(() => running.delete(name));
      running.set(name, run);
    }
  };
  const worker = runPeriodically({ delayMs }, startDue, onError);
  return {
    stop: async () => {
      stopping.abort();
      await worker.stop();
      await Promise.race([Promise.all(running.values()), delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}
