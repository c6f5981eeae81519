import { randomUUID } from 'node:crypto';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import { inspectConfiguration } from '#api/environment/configuration.ts';
import { HANDLERS_URL } from '#api/services/events/handler-target.ts';
import { postSigned } from '#api/services/signed-post.ts';
import { type Delivery, type DeliveryState, listDeliveries, resendDelivery } from '#api/services/webhooks/deliveries.ts';
import { findWebhook } from '#api/services/webhooks/webhooks.ts';
import { dim, formatIndianTime, formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, commandContext } from '#cli/process/command.ts';
import { changeStore, withStore } from '#cli/store/open-store.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { formatNumber } from '#lib/rules/text.ts';

interface DeliveryFlags extends OutputOptions {
  webhook?: number;
  state?: DeliveryState;
  limit: number;
}

function describeAll(deliveries: readonly Delivery[]): string {
  const cells = deliveries.map((delivery) => ({
    id: String(delivery.id),
    webhook: String(delivery.webhook_id),
    event: delivery.event,
    recorded: formatIndianTime(delivery.created_at),
    state: delivery.state,
    attempts: formatNumber(delivery.attempts),
    'last error': delivery.last_error ?? '',
  }));
  return formatTable(cells, ['id', 'webhook', 'attempts'], dim('No deliveries.'));
}

export async function showDeliveries({ webhook, state, limit, ...flags }: DeliveryFlags): Promise<void> {
  const deliveries = await withStore((db) => listDeliveries(db, { limit, state, webhookId: webhook }));
  if (!flags.json) return print(deliveries, flags, describeAll);
  const withEvents = deliveries.map(({ payload, ...delivery }) => ({ ...delivery, payload: JSON.parse(payload) as unknown }));
  print(withEvents, flags, () => '');
}

export async function resendNow(id: number, flags: OutputOptions): Promise<void> {
  if (!(await changeStore((tx) => resendDelivery(tx, id)))) throw new CommandFailed(`There is no delivery ${id}`);
  print({ resent: id }, flags, () => green(`The running shop sends event ${id} again.`));
}

export async function sendTestEvent(id: number, flags: OutputOptions): Promise<void> {
  const webhook = await withStore((db) => findWebhook(db, id));
  if (!webhook) throw new CommandFailed(`There is no webhook ${id}`);
  if (webhook.url === HANDLERS_URL) throw new CommandFailed('Functions of shop.config.ts get no test events');
  const { allowsPrivateWebhooks: allowsPrivate } = inspectConfiguration(commandContext().env).configuration;
  const payload = JSON.stringify({ type: 'test', timestamp: isoNow(), data: {} });
  try {
    await postSigned({ ...webhook, messageId: `msg_${randomUUID()}`, payload }, { allowsPrivate });
  } catch (error) {
    throw new CommandFailed(`${webhook.url} did not take the event: ${reasonOf(error)}`);
  }
  print({ success: true }, flags, () => green(`${webhook.url} has taken the event.`));
}
