import type { Logger } from 'pino';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import type { Finding } from '#api/services/health/finding.ts';
import { mailHealthNews } from '#api/services/health/tell-owners.ts';
import { recordFindings } from '#api/services/health/warnings.ts';
import { HOUR_MS, isoAgo, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';
import { type BackgroundWorker, runPeriodically } from './background-worker.ts';

/** How often a process looks whether an hour has passed, in milliseconds. */
const DELAY_MS = MINUTE_MS;

/** Lets one process of all check the shop once an hour. A time from the future was written while a clock was wrong. */
async function claimHour(db: Db): Promise<boolean> {
  return write(db, async (tx) => {
    const setting = { name: 'health_checked_at', value: isoNow() } as const;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('admin_setting')
      .values(setting)
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ value: setting.value })
          .where(({ or, eb }) =>
            or([eb('admin_setting.value', '<=', isoAgo(HOUR_MS)), eb('admin_setting.value', '>', latestExpiry(0))]),
          ),
      )
      .executeTakeFirstOrThrow();
    return Number(numInsertedOrUpdatedRows ?? 0) > 0;
  });
}

export interface HealthCheckOptions {
  db: Db;
  check: () => Promise<Finding[]>;
  /** Whether owners get mails; a shop on trial shows what is found on the admin pages only. */
  mailsOwners: boolean;
}

/** Checks the shop if no process has within the last hour, and tells owners what has begun and ended. Returns whether it did. */
export async function checkHealthWhenDue({ db, check, mailsOwners }: HealthCheckOptions): Promise<boolean> {
  if (!(await claimHour(db))) return false;
  const findings = await check();
  await write(db, async (tx) => {
    const news = await recordFindings(tx, findings);
    if (mailsOwners) await mailHealthNews(tx, news);
  });
  return true;
}

/** Checks the shop every hour, as `store doctor` does. Safe to run in several processes. */
export const startHealthChecker = (options: HealthCheckOptions, log: Logger): BackgroundWorker =>
  runPeriodically(
    { delayMs: DELAY_MS, initialDelayMs: DELAY_MS },
    () => checkHealthWhenDue(options),
    (error) => log.error({ err: error }, 'the shop could not be checked; the next check is in an hour'),
  );
