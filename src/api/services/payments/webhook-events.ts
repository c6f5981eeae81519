import type { Tx } from '#api/database/schema/engine.ts';
import { PAYMENT_EVENT_RETENTION_DAYS } from '#api/services/retention.ts';
import { DAY_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';

/** Claims a webhook event for this transaction; false when it has been processed before. A rollback releases it. */
export async function claimPaymentEvent(tx: Tx, provider: string, eventId: string): Promise<boolean> {
  const claimed = await tx
    .insertInto('payment_event')
    .values({ provider, event_id: eventId, received_at: isoNow() })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

const returnEventId = (providerPayment: string): string => `returned ${providerPayment}`;

/** Remembers that the provider has returned a payment before it was recorded, so that a late report of it places nothing. */
export const rememberReturned = async (tx: Tx, provider: string, providerPayment: string): Promise<void> =>
  void (await claimPaymentEvent(tx, provider, returnEventId(providerPayment)));

/** Whether the provider has returned a payment before it was recorded. */
export const isReturned = async (tx: Tx, provider: string, providerPayment: string): Promise<boolean> =>
  (await tx
    .selectFrom('payment_event')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', returnEventId(providerPayment))
    .executeTakeFirst()) !== undefined;

/** Deletes events that are past their retention. */
export async function purgePaymentEvents(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('payment_event')
    .where('received_at', '<', isoAgo(PAYMENT_EVENT_RETENTION_DAYS * DAY_MS))
    .execute();
}
