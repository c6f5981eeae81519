import type { Db } from '#api/database/schema/engine.ts';
import { countDeliveries } from '#api/services/webhooks/deliveries.ts';
import { formatCount } from '#cli/output/format-units.ts';
import type { Finding } from './finding.ts';

/** Names webhooks to which events could not be delivered. */
export async function checkWebhooks(db: Db): Promise<Finding[]> {
  const failed = (await countDeliveries(db)).filter(({ state }) => state === 'failed');
  return failed.map(({ webhook, url, count }) => ({
    check: 'webhooks',
    state: 'note',
    finding: `${formatCount(count, 'event')} could not be delivered to ${new URL(url).host} (webhook ${webhook})`,
    fix: `See why: store webhooks deliveries --webhook ${webhook} --state failed; then: store webhooks resend NUMBER`,
  }));
}
