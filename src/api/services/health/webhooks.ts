import type { Db } from '#api/database/schema/engine.ts';
import { countDeliveries } from '#api/services/webhooks/deliveries.ts';
import { formatCount } from '#lib/rules/format/units.ts';
import type { Finding } from './finding.ts';

/** Names webhooks, and functions of `shop.config.ts`, to which events could not be delivered, or not yet. */
export async function checkWebhooks(db: Db): Promise<Finding[]> {
  return (await countDeliveries(db)).flatMap(({ webhook, name, handler, state, count, failing }): Finding[] => {
    const target = handler ? name : `${name} (webhook ${webhook})`;
    const list = `store webhooks deliveries --webhook ${webhook} --state ${state}`;
    if (state === 'failed')
      return [
        {
          check: 'webhooks',
          state: 'note',
          finding: `${formatCount(count, 'event')} could not be delivered to ${target}`,
          fix: `See why: ${list}; then: store webhooks resend NUMBER`,
        },
      ];
    if (state !== 'waiting' || failing === 0) return [];
    const finding = `${formatCount(failing, 'event')} could not be delivered to ${target} yet, and will be tried again`;
    return [{ check: 'webhooks', state: 'note', finding, fix: `See why: ${list}` }];
  });
}
