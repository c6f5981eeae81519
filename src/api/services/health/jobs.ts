import type { Db } from '#api/database/schema/engine.ts';
import { readFailedJobs } from '#api/services/extensions/jobs.ts';
import { DAY_MS } from '#lib/rules/durations.ts';
import { formatIndianTime } from '#lib/rules/format/indian-time.ts';
import type { Finding } from './finding.ts';

/** Names the jobs of `shop.config.ts` whose last run failed, in the last day. */
export async function checkJobs(db: Db): Promise<Finding[]> {
  const failed = await readFailedJobs(db, DAY_MS);
  return failed.map(({ name, failed_at, last_error }) => ({
    check: 'jobs',
    state: 'note',
    finding: `The job ${name} of shop.config.ts failed at ${formatIndianTime(failed_at as string)}: ${last_error}`,
    fix: 'The log has its errors; it runs again at its time',
  }));
}
