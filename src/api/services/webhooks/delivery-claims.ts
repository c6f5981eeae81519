import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import { nextRetryAt } from '#api/services/messages/retry-backoff.ts';
import { isoFromNow, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';
import type { Delivery, DeliveryState } from './deliveries.ts';

/** The lease of a claimed delivery, in milliseconds: several times the timeout of one attempt. */
const CLAIM_MS = MINUTE_MS;

/** Backoff before each retry, in seconds; about a day in all. */
const RETRY_DELAYS = [5, 60, 300, 1800, 7200, 18_000, 21_600, 36_000];

/** How often an event is sent, the first attempt included, before it is given up. */
export const MAX_DELIVERY_ATTEMPTS = RETRY_DELAYS.length + 1;

/** The longest time before an attempt. A longer one was written while the clock was wrong. */
const MAX_DELAY_MS = Math.max(...RETRY_DELAYS) * 1000;

/** Deliveries that are due and wait for no earlier event of their sequence. */
const selectDue = (db: Db) =>
  db
    .selectFrom('webhook_delivery as due')
    .where('due.state', '=', 'waiting')
    .where(({ or, eb }) => or([eb('due.next_try_at', '<=', isoNow()), eb('due.next_try_at', '>', latestExpiry(MAX_DELAY_MS))]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_delivery as earlier')
            .select('earlier.id')
            .where('earlier.state', '=', 'waiting')
            .whereRef('earlier.webhook_id', '=', 'due.webhook_id')
            .whereRef('earlier.sequence_key', '=', 'due.sequence_key')
            .whereRef('earlier.id', '<', 'due.id'),
        ),
      ),
    );

/** The ids of webhooks with an event to send now. */
export async function listDueWebhooks(db: Db): Promise<number[]> {
  const rows = await selectDue(db).select('due.webhook_id').distinct().execute();
  return rows.map(({ webhook_id }) => webhook_id);
}

/**
 * Claims at most `limit` due deliveries of one webhook and counts an attempt for each. Only one process can claim a delivery: the update
 * requires the number of attempts that was read.
 */
export async function claimDeliveries(db: Db, webhookId: number, limit: number): Promise<Delivery[]> {
  const due = await selectDue(db)
    .select(['due.id', 'due.attempts'])
    .where('due.webhook_id', '=', webhookId)
    .orderBy('due.next_try_at')
    .orderBy('due.id')
    .limit(limit)
    .execute();
  if (due.length === 0) return [];
  return write(db, async (tx) => {
    const claimed: Delivery[] = [];
    for (const { id, attempts } of due) {
      const row = await tx
        .updateTable('webhook_delivery')
        .set({ attempts: attempts + 1, next_try_at: isoFromNow(CLAIM_MS) })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .where('attempts', '=', attempts)
        .returningAll()
        .executeTakeFirst();
      if (row) claimed.push(row);
    }
    return claimed;
  });
}

/** Updates a claimed delivery, unless it was claimed or resent since. */
const settle = (db: Db, { id, attempts }: Delivery, values: Partial<Omit<Delivery, 'id'>>) =>
  write(db, (tx) =>
    tx.updateTable('webhook_delivery').set(values).where('id', '=', id).where('attempts', '=', attempts).execute(),
  );

/** Marks a claimed delivery as delivered. */
export async function markDelivered(db: Db, delivery: Delivery): Promise<void> {
  await settle(db, delivery, { state: 'delivered', delivered_at: isoNow(), last_error: null });
}

/** Records a failed attempt: schedules a retry with backoff, or marks the delivery as failed when the attempts are used up. */
export async function markAttemptFailed(db: Db, delivery: Delivery, reason: string): Promise<DeliveryState> {
  const retryAt = nextRetryAt(delivery.attempts, RETRY_DELAYS);
  const state = retryAt === undefined ? 'failed' : 'waiting';
  await settle(db, delivery, { state, last_error: reason, next_try_at: retryAt ?? delivery.next_try_at });
  return state;
}
