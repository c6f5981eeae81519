import type { Db } from '#api/database/schema/engine.ts';
import { readProviderFailures } from '#api/services/payments/provider-failures.ts';
import { formatCount } from '#cli/output/format-units.ts';
import { formatIndianTime } from '#cli/output/indian-time.ts';
import { DAY_MS } from '#lib/rules/durations.ts';
import type { Finding } from './finding.ts';

/** Names the calls of the payment provider that failed in the last day. */
export async function checkPaymentProvider(db: Db): Promise<Finding[]> {
  const failures = await readProviderFailures(db, DAY_MS);
  return failures.map(({ provider, operation, failures: count, first_at, last_at, last_error }) => ({
    check: 'payments',
    state: 'note',
    finding: `${provider} failed in ${operation} ${formatCount(count, 'time')} since ${formatIndianTime(first_at)}, last at ${formatIndianTime(last_at)}: ${last_error}`,
    fix: 'Orders wait meanwhile. Check the provider’s keys and status page; the log has each failure',
  }));
}
