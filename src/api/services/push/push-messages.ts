import type { Selectable } from 'kysely';
import type { PushMessageTable } from '#api/database/schema/alerts.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { nextRetryAt } from '#api/services/messages/retry-backoff.ts';
import { HOUR_MS, isoFromNow, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';

/** How long a notification is worth sending, in milliseconds. */
export const PUSH_TTL_MS = 12 * HOUR_MS;

/** The lease of a claimed message, in milliseconds: several times the timeout of an attempt. */
const CLAIM_MS = MINUTE_MS;

/** The longest time for which a push service can ask to wait, in milliseconds. */
const MAX_WAIT_MS = HOUR_MS;

/** What the worker in the browser shows. It has no personal data: anyone may see a locked phone. */
export interface PushPayload {
  title: string;
  body: string;
  path: string;
  /** A notification with the same tag is replaced, so that one that arrives twice is shown once. */
  tag: string;
}

/** Queues a notification for browsers, in the caller's transaction. */
export async function enqueuePush(tx: Tx, subscriptionIds: readonly number[], payload: PushPayload): Promise<void> {
  if (subscriptionIds.length === 0) return;
  const times = { next_try_at: isoNow(), expires_at: isoFromNow(PUSH_TTL_MS) };
  const rows = subscriptionIds.map((subscription_id) => ({ subscription_id, payload: JSON.stringify(payload), ...times }));
  await tx.insertInto('push_message').values(rows).execute();
}

export type PushMessage = Selectable<PushMessageTable>;

/** Claims at most `limit` due messages with their subscriptions, and counts an attempt for each. Deletes those that have expired. */
export async function claimPushes(db: Db, limit: number) {
  const select = () =>
    db
      .selectFrom('push_message')
      .innerJoin('push_subscription', 'push_subscription.id', 'subscription_id')
      .select(['push_message.id', 'subscription_id', 'payload', 'attempts', 'next_try_at', 'expires_at'])
      .select(['endpoint', 'p256dh', 'auth'])
      .where('next_try_at', '<=', isoNow())
      .orderBy('next_try_at')
      .orderBy('push_message.id')
      .limit(limit)
      .execute();
  const due = await select();
  if (due.length === 0) return [];
  return write(db, async (tx) => {
    const claimed: typeof due = [];
    for (const message of due) {
      const own = tx.updateTable('push_message').where('id', '=', message.id).where('attempts', '=', message.attempts);
      const attempts = message.attempts + 1;
      const { numUpdatedRows } = await own.set({ attempts, next_try_at: isoFromNow(CLAIM_MS) }).executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) continue;
      if (message.expires_at > isoNow()) claimed.push({ ...message, attempts });
      else await tx.deleteFrom('push_message').where('id', '=', message.id).execute();
    }
    return claimed;
  });
}

/** Ends a claimed message: it was sent, or cannot be. */
export async function endPush(db: Db, { id, attempts }: Pick<PushMessage, 'id' | 'attempts'>): Promise<void> {
  await write(db, (tx) => tx.deleteFrom('push_message').where('id', '=', id).where('attempts', '=', attempts).execute());
}

/** Tries a claimed message again later, not before `waitMs` milliseconds; ends it after the last attempt. False when it has ended. */
export async function retryPush(
  db: Db,
  message: Pick<PushMessage, 'id' | 'attempts' | 'expires_at'>,
  waitMs = 0,
): Promise<boolean> {
  const backoff = nextRetryAt(message.attempts);
  const asked = isoFromNow(Math.min(waitMs, MAX_WAIT_MS));
  const next_try_at = backoff && asked > backoff ? asked : backoff;
  if (!next_try_at || next_try_at > message.expires_at) {
    await endPush(db, message);
    return false;
  }
  const { id, attempts } = message;
  await write(db, (tx) =>
    tx.updateTable('push_message').set({ next_try_at }).where('id', '=', id).where('attempts', '=', attempts).execute(),
  );
  return true;
}

/** Removes a browser whose address the push service no longer knows, with its messages. */
export async function removeGone(db: Db, subscriptionId: number): Promise<void> {
  await write(db, (tx) => tx.deleteFrom('push_subscription').where('id', '=', subscriptionId).execute());
}
