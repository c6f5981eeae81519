import { type Db, write } from '#api/database/open.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import type { OutboxMessage } from './outbox.ts';
import type { MessageTransport } from './transport.ts';

/**
 * How long a claimed message belongs to whoever claimed it, in milliseconds. A process that dies while sending leaves its claim behind;
 * when it has run out the message is tried again. It is several times what a try may take (`TRY_MS` of the sender), also for clocks that
 * differ between machines.
 */
export const CLAIM_MS = 120_000;

/** How long to wait after each try that failed, in seconds; after the last one a message is given up (about half a day in all). */
const PAUSES_SECONDS = [5, 30, 120, 600, 1800, 7200, 28_800];
export const MAX_ATTEMPTS = PAUSES_SECONDS.length + 1;

/** The longest that a message waits for its next try, in milliseconds: a used-up daily budget. Longer ones come from a wrong clock. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const nowText = (): string => inMs(0);

/** What is ready to be sent by `delivery`, the longest waiting first. */
function readDue(db: Db, { kind, subjects }: MessageTransport, limit: number): Promise<OutboxMessage[]> {
  let query = db
    .selectFrom('outbox')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('kind', '=', kind)
    .where(({ or, eb }) => or([eb('next_try_at', '<=', nowText()), eb('next_try_at', '>', latestExpiry(LONGEST_WAIT_MS))]))
    .where('expires_at', '>', nowText())
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(limit);
  if (subjects) query = query.where('subject', 'in', subjects);
  return query.execute();
}

/**
 * Claims messages that are due, at most `limit`. Each is claimed by one caller alone, whatever process or machine others run on: the
 * update names the number of tries that was read, and the first to count one up leaves nothing for the rest.
 */
export async function claimDue(db: Db, delivery: MessageTransport, limit: number): Promise<OutboxMessage[]> {
  const due = await readDue(db, delivery, limit);
  if (due.length === 0) return [];
  return write(db, async (tx) => {
    const claimed: OutboxMessage[] = [];
    for (const message of due) {
      const attempts = message.attempts + 1;
      const { numUpdatedRows } = await tx
        .updateTable('outbox')
        .set({ attempts, next_try_at: inMs(CLAIM_MS) })
        .where('id', '=', message.id)
        .where('state', '=', 'waiting')
        .where('attempts', '=', message.attempts)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) claimed.push({ ...message, attempts });
    }
    return claimed;
  });
}

/** Notes that a claimed message has been sent, and forgets what it said. */
export async function markSent(db: Db, { id, attempts }: OutboxMessage): Promise<void> {
  const sent = { state: 'sent', sent_at: nowText(), body: '{}', last_error: null } as const;
  await write(db, (tx) => tx.updateTable('outbox').set(sent).where('id', '=', id).where('attempts', '=', attempts).execute());
}

/** What is left of a message that was given up: a code is of no use later, all else may be given another life. */
const spent = ({ subject }: Pick<OutboxMessage, 'subject'>) => (subject === 'otp' ? { body: '{}' } : {});

/** Notes that a try failed: the message waits for the next one, or is given up when that is `useless` or there were enough. */
export async function markFailed(db: Db, message: OutboxMessage, reason: string, useless: boolean): Promise<'waiting' | 'dead'> {
  const pause = PAUSES_SECONDS[message.attempts - 1];
  const next = pause === undefined ? undefined : inMs(pause * 1000);
  const state = useless || next === undefined || next > message.expires_at ? 'dead' : 'waiting';
  await write(db, (tx) =>
    tx
      .updateTable('outbox')
      .set({ state, last_error: reason, next_try_at: next ?? message.next_try_at, ...(state === 'dead' && spent(message)) })
      .where('id', '=', message.id)
      .where('attempts', '=', message.attempts)
      .execute(),
  );
  return state;
}
