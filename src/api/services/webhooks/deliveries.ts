import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { WebhookDeliveryTable } from '#api/database/schema/webhooks.ts';
import { HANDLERS_URL, nameOfHandler } from '#api/services/events/handler-target.ts';
import { WEBHOOK_DELIVERY_RETENTION_DAYS } from '#api/services/retention.ts';
import { DAY_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';

export type Delivery = Selectable<WebhookDeliveryTable>;
export type DeliveryState = Delivery['state'];

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

/**
 * The number of deliveries of each webhook, and of each function of `shop.config.ts`, in each state that occurs; `failing` ones have a last attempt
 * that has failed. `handler` is the function's event, '' for a webhook, whose name is its host.
 */
export async function countDeliveries(db: Db) {
  const handler = sql<string>`CASE WHEN url = ${sql.lit(HANDLERS_URL)} THEN event ELSE '' END`;
  const rows = await db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .select(({ fn }) => [
      'webhook.id as webhook',
      'url',
      'state',
      fn.countAll().as('count'),
      fn.count('last_error').as('failing'),
    ])
    .select(handler.as('handler'))
    .groupBy(['webhook.id', 'url', 'state', handler])
    .orderBy('webhook.id')
    .execute();
  return rows.map(({ url, count, failing, ...row }) => ({
    ...row,
    name: row.handler ? nameOfHandler(row.handler) : new URL(url).host,
    count: Number(count),
    failing: Number(failing),
  }));
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
