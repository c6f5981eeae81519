import type { Db } from '#api/database/schema/engine.ts';
import { RENDER, readFailures, SHIPPING_OPERATIONS } from '#api/services/extensions/failures.ts';
import { DAY_MS } from '#lib/rules/durations.ts';
import { formatIndianTime } from '#lib/rules/format/indian-time.ts';
import { formatCount } from '#lib/rules/format/units.ts';
import type { Finding } from './finding.ts';

/** Names the calls of the payment provider, the shipping rule and the components of `shop.config.ts`, that failed in the last day. */
export async function checkExtensionFailures(db: Db): Promise<Finding[]> {
  const failures = await readFailures(db, DAY_MS);
  return failures.map(({ name, operation, failures: count, first_at, last_at, last_error }): Finding => {
    const times = `${formatCount(count, 'time')} since ${formatIndianTime(first_at)}, last at ${formatIndianTime(last_at)}: ${last_error}`;
    if (operation === RENDER)
      return {
        check: 'pages',
        state: 'note',
        finding: `The ${name} of shop.config.ts was left out of pages ${times}`,
        fix: 'Mend the component; the log has each failure',
      };
    if (SHIPPING_OPERATIONS.some((name) => name === operation))
      return {
        check: 'shipping',
        state: 'note',
        finding: `The shipping rule ${name} failed to ${operation} ${times}`,
        fix: 'Meanwhile the shop charges by its own zones, or its own charge. Check the settings of the rule; the log has each failure',
      };
    return {
      check: 'payments',
      state: 'note',
      finding: `${name} failed in ${operation} ${times}`,
      fix: 'Orders wait meanwhile. Check the provider’s keys and status page; the log has each failure',
    };
  });
}
