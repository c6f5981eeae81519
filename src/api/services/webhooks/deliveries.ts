import type { Selectable } from 'kysely';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { WebhookDeliveryTable } from '#api/database/schema/webhooks.ts';
import { WEBHOOK_DELIVERY_RETENTION_DAYS } from '#api/services/retention.ts';
import { DAY_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';

export type Delivery = Selectable<WebhookDeliveryTable>;
export type DeliveryState = Delivery['state'];
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const satisfies readonly DeliveryState[];

interface DeliveryFilter {
  limit: number;
  state?: DeliveryState | undefined;
  webhookId?: number | undefined;
}

/** The newest deliveries. */
export function listDeliveries(db: Db, { limit, state, webhookId }: DeliveryFilter): Promise<Delivery[]> {
  let query = db.selectFrom('webhook_delivery').selectAll().orderBy('id', 'desc').limit(limit);
  if (state) query = query.where('state', '=', state);
  if (webhookId !== undefined) query = query.where('webhook_id', '=', webhookId);
  return query.execute();
}

/** The number of deliveries of each webhook in each state that occurs. */
export async function countDeliveries(db: Db): Promise<{ webhook: number; url: string; state: DeliveryState; count: number }[]> {
  const rows = await db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .select(({ fn }) => ['webhook.id as webhook', 'url', 'state', fn.countAll().as('count')])
    .groupBy(['webhook.id', 'url', 'state'])
    .orderBy('webhook.id')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Sends a delivery once more, with the same message id; false when there is none. */
export async function resendDelivery(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', attempts: 0, next_try_at: isoNow(), last_error: null, delivered_at: null })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes deliveries that have ended, after their retention. */
export async function purgeDeliveries(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('webhook_delivery')
    .where('state', '<>', 'waiting')
    .where('created_at', '<', isoAgo(WEBHOOK_DELIVERY_RETENTION_DAYS * DAY_MS))
    .execute();
}
