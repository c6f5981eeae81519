import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import { DAY_MS, isoFromNow, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';
import type { Sendable } from './message-transport.ts';
import { type OutboxMessage, redactedBody } from './outbox.ts';
import { nextRetryAt } from './retry-backoff.ts';
import { OTP_TEMPLATE } from './text-kinds.ts';

/**
 * The lease of a claimed message, in milliseconds. When the process that claimed it dies, the message is retried after the lease expires.
 * Several times the sender's timeout for one transport, which also covers clock skew between machines.
 */
export const CLAIM_MS = 2 * MINUTE_MS;

/** The longest delay before a next attempt: a used-up daily budget. A longer one was written while the clock was wrong. */
const MAX_DELAY_MS = DAY_MS;

function readDue(db: Db, { kind, subjects }: Sendable, limit: number): Promise<OutboxMessage[]> {
  let query = db
    .selectFrom('outbox')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('kind', '=', kind)
    .where(({ or, eb }) => or([eb('next_try_at', '<=', isoNow()), eb('next_try_at', '>', latestExpiry(MAX_DELAY_MS))]))
    .where('expires_at', '>', isoNow())
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(limit);
  if (subjects) query = query.where('subject', 'in', subjects);
  return query.execute();
}

/**
 * Claims at most `limit` due messages and counts an attempt for each. Only one process can claim a message (optimistic locking): the update
 * requires the number of attempts that was read.
 */
export async function claimDue(db: Db, sendable: Sendable, limit: number): Promise<OutboxMessage[]> {
  const due = await readDue(db, sendable, limit);
  if (due.length === 0) return [];
  return write(db, async (tx) => {
    const claimed: OutboxMessage[] = [];
    for (const message of due) {
      const attempts = message.attempts + 1;
      const { numUpdatedRows } = await tx
        .updateTable('outbox')
        .set({ attempts, next_try_at: isoFromNow(CLAIM_MS) })
        .where('id', '=', message.id)
        .where('state', '=', 'waiting')
        .where('attempts', '=', message.attempts)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) claimed.push({ ...message, attempts });
    }
    return claimed;
  });
}

/** Marks a claimed message as sent by this transport and redacts its body. */
export async function markSent(db: Db, { id, attempts }: OutboxMessage, transport: string): Promise<void> {
  const sent = { state: 'sent', transport, sent_at: isoNow(), ...redactedBody, last_error: null } as const;
  await write(db, (tx) => tx.updateTable('outbox').set(sent).where('id', '=', id).where('attempts', '=', attempts).execute());
}

/**
 * Records a failed attempt: schedules a retry with backoff, or marks the message dead when the failure `isPermanent`, the attempts are used
 * up, or it expires before the retry. Redacts a dead one-time code; other dead messages can be retried by the owner.
 */
export async function markFailed(
  db: Db,
  message: OutboxMessage,
  { transport, reason, isPermanent }: { transport: string; reason: string; isPermanent: boolean },
): Promise<'waiting' | 'dead'> {
  const retryAt = nextRetryAt(message.attempts);
  const state = isPermanent || retryAt === undefined || retryAt > message.expires_at ? 'dead' : 'waiting';
  const redacted = state === 'dead' && message.subject === OTP_TEMPLATE && redactedBody;
  await write(db, (tx) =>
    tx
      .updateTable('outbox')
      .set({ state, transport, last_error: reason, next_try_at: retryAt ?? message.next_try_at, ...redacted })
      .where('id', '=', message.id)
      .where('attempts', '=', message.attempts)
      .execute(),
  );
  return state;
}
