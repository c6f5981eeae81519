import type { Db } from '#api/database/schema/engine.ts';
import { listAudit } from '#api/services/audit.ts';
import { readLimits } from '#api/services/limits/store-limits.ts';
import { DAY_MS, isoAgo } from '#lib/rules/durations.ts';
import { formatNumber } from '#lib/rules/text.ts';
import type { Finding } from './finding.ts';

const WATCHED_DAYS = 7;

/** More events than there can be: each limit is recorded once a day. */
const MAX_EVENTS = 100;

const addressLimits = [
  { name: 'cod_per_hour_per_address', window: 'an hour' },
  { name: 'cod_per_day_per_address', window: 'a day' },
] as const;

/** Checks whether customers with a confirmed contact reached a limit of one delivery address, as in a hostel or an office. */
export async function checkCashOnDelivery(db: Db): Promise<Finding[]> {
  const limits = await readLimits(db);
  const events = await listAudit(db, { limit: MAX_EVENTS, since: isoAgo(WATCHED_DAYS * DAY_MS), action: 'cod-limit' });
  return addressLimits.flatMap(({ name, window }): Finding[] => {
    const limit = limits[name];
    if (limit === null || limit === 0) return [];
    const isReached = events.some(({ subject }) => subject === name);
    const allowed = `One delivery address may have ${formatNumber(limit)} cash on delivery orders in ${window}`;
    const raise = `raise it: store limits set ${name}=${limit * 2}`;
    return [
      isReached
        ? {
            check: 'cash on delivery',
            state: 'note',
            finding: `${allowed}; customers were refused more in the last ${WATCHED_DAYS} days`,
            fix: `If they share an address, as in a hostel or an office, ${raise}`,
          }
        : {
            check: 'cash on delivery',
            state: 'good',
            finding: `${allowed}; that was enough in the last ${WATCHED_DAYS} days`,
            fix: `For a hostel or an office, ${raise}`,
          },
    ];
  });
}
