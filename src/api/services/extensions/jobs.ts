import type { Logger } from 'pino';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { ExtensionJobTable } from '#api/database/schema/extensions.ts';
import { write } from '#api/database/transaction.ts';
import { DAY_MS, HOUR_MS, isoAgo, isoFromNow, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';
import type { ExtensionValues } from './values.ts';

/** Longest time of one run of a job, in ms. */
export const JOB_TIMEOUT_MS = 5 * MINUTE_MS;

/** Longest reason that is stored, in characters. */
const MAX_JOB_ERROR = 300;

export interface JobTools {
  values: ExtensionValues;
  log: Logger;
  /** Aborted when the shop stops, and after 5 minutes. */
  signal: AbortSignal;
}

/**
 * Work of an extension on a timer. One process of the shop runs it, a few seconds after it is due, the first time when the shop starts. A run
 * that throws, or takes longer than 5 minutes, has failed: the next one comes at its time. After a crash a run may be repeated.
 */
export interface Job {
  /** Time from one start to the next: a number of `min`, `h` or `d`, such as `15 min`. */
  every: string;
  run: (tools: JobTools) => Promise<void>;
}

const units = { min: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** Form of `every`. */
export const intervalPattern = /^([1-9]\d{0,3}) ?(min|h|d)$/;

/** Milliseconds of an interval such as `15 min`, which must have its form. */
export function parseInterval(every: string): number {
  const [, count, unit] = intervalPattern.exec(every) as unknown as [string, string, keyof typeof units];
  return Number(count) * units[unit];
}

/** How far the clocks of two processes may be apart, and how long a claim may wait for another. */
const CLOCK_DIFFERENCE_MS = MINUTE_MS;

/** Claims a job if it is due and no other process runs it, and sets when it is due again. Returns whether it did. */
export async function claimJob(db: Db, name: string, every: string): Promise<boolean> {
  const now = isoNow();
  const next = isoFromNow(parseInterval(every));
  const beyond = isoFromNow(parseInterval(every) + CLOCK_DIFFERENCE_MS);
  return write(db, async (tx) => {
    await tx
      .insertInto('extension_job')
      .values({ name, due_at: now })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const claimed = await tx
      .updateTable('extension_job')
      .set({ due_at: next, claimed_until: isoFromNow(JOB_TIMEOUT_MS + MINUTE_MS) })
      .where('name', '=', name)
      // A time beyond the next one was set by a longer interval, or while the clock was wrong.
      .where(({ or, eb }) => or([eb('due_at', '<=', now), eb('due_at', '>', beyond)]))
      .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
      .executeTakeFirst();
    return claimed.numUpdatedRows > 0n;
  });
}

/** Records the end of a run, with what it threw if it failed. */
export async function endJob(db: Db, name: string, failed?: { error: unknown }): Promise<void> {
  const ended_at = isoNow();
  const failure =
    failed === undefined
      ? { failed_at: null, last_error: null }
      : { failed_at: ended_at, last_error: reasonOf(failed.error).slice(0, MAX_JOB_ERROR) };
  await write(db, (tx) =>
    tx
      .updateTable('extension_job')
      .set({ claimed_until: null, ended_at, ...failure })
      .where('name', '=', name)
      .execute(),
  );
}

/** The jobs whose last run failed within `ms` milliseconds. */
export const readFailedJobs = (db: Db, ms: number): Promise<ExtensionJobTable[]> =>
  db.selectFrom('extension_job').selectAll().where('failed_at', '>', isoAgo(ms)).orderBy('name').execute();
