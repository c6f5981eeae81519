import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { WebhookTable } from '#api/database/schema/webhooks.ts';
import type { EventType } from '#api/services/events/event-types.ts';
import { ALL_EVENTS } from '#api/services/events/record-event.ts';
import { isoNow } from '#lib/rules/durations.ts';

/** Size of the key of signatures, in bytes; Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;

export type Webhook = Selectable<WebhookTable>;

/** Adds a webhook with a new secret. Without `events` it gets every event, also those of later versions. */
export function addWebhook(
  tx: Tx,
  { url, events }: { url: string; events?: readonly EventType[] | undefined },
): Promise<Webhook> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  return tx
    .insertInto('webhook')
    .values({ url, secret, events: JSON.stringify(events ?? [ALL_EVENTS]), created_at: isoNow() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** All webhooks, oldest first. */
export const listWebhooks = (db: Db): Promise<Webhook[]> => db.selectFrom('webhook').selectAll().orderBy('id').execute();

/** A webhook by its id. */
export const findWebhook = (db: Db, id: number): Promise<Webhook | undefined> =>
  db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst();

/** Removes a webhook with its deliveries; false when there is none. */
export async function removeWebhook(tx: Tx, id: number): Promise<boolean> {
  await tx.deleteFrom('webhook_delivery').where('webhook_id', '=', id).execute();
  const { numDeletedRows } = await tx.deleteFrom('webhook').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
