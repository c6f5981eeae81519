import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '#api/database/open.ts';
import type { OutboxTable } from '#api/database/schema/tables.ts';
import { countMessage } from '#api/services/limits/message-budget.ts';

/** The SMS templates a shop has registered, by what they are for; the provider's ids of them are configuration. */
export const smsTemplates = ['otp', 'order_placed', 'order_cancelled'] as const;
export type SmsTemplate = (typeof smsTemplates)[number];

/** A message that could not be sent for so long is no news any more: 3 days, in milliseconds. */
const LIFE_MS = 3 * 24 * 60 * 60_000;

/** How long a sent message is listed, without what it said, in milliseconds. */
const KEEP_SENT_MS = 7 * 24 * 60 * 60_000;

/** How long a message that was given up can be given another life, in milliseconds. */
const KEEP_DEAD_MS = 30 * 24 * 60 * 60_000;

interface Timing {
  /** ISO 8601: when the message stops being of use, such as the end of a code's life; three days from now unless given. */
  expiresAt?: string | undefined;
}

export interface Mail extends Timing {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The address that an answer goes to; the shop's own unless given. */
  replyTo?: string | undefined;
}

export interface Sms extends Timing {
  /** Ten digits, as the contract has them. */
  phone: string;
  template: SmsTemplate;
  /** What the template's variables become. */
  values: Record<string, string>;
}

/** What a mail's row holds beside its recipient and subject. */
export interface MailBody {
  text: string;
  replyTo?: string | undefined;
}

/** Writes a message and counts it; where the shop's budget is used up, it waits until there is one again. */
async function enqueue(
  tx: Tx,
  message: Pick<OutboxTable, 'kind' | 'recipient' | 'subject' | 'body'>,
  { expiresAt }: Timing,
): Promise<void> {
  const now = Date.now();
  const sendAt = await countMessage(tx, message.kind);
  const row = {
    ...message,
    message_id: randomUUID(),
    state: 'waiting',
    attempts: 0,
    next_try_at: new Date(sendAt).toISOString(),
    expires_at: expiresAt ?? new Date(sendAt + LIFE_MS).toISOString(),
    created_at: new Date(now).toISOString(),
  } as const;
  await tx.insertInto('outbox').values(row).execute();
}

/** Puts a mail into the outbox as part of the caller's transaction: it goes out if, and only if, that commits. */
export async function enqueueMail(tx: Tx, { to, subject, text, replyTo, expiresAt }: Mail): Promise<void> {
  const body: MailBody = { text, replyTo };
  await enqueue(tx, { kind: 'mail', recipient: to, subject, body: JSON.stringify(body) }, { expiresAt });
}

/** Puts an SMS into the outbox as part of the caller's transaction: it goes out if, and only if, that commits. */
export async function enqueueSms(tx: Tx, { phone, template, values, expiresAt }: Sms): Promise<void> {
  await enqueue(tx, { kind: 'sms', recipient: phone, subject: template, body: JSON.stringify(values) }, { expiresAt });
}

export type OutboxMessage = Selectable<OutboxTable>;
export type OutboxState = OutboxTable['state'];

/** The newest messages, of one state or of all. */
export function listOutbox(db: Db, { limit, state }: { limit: number; state?: OutboxState | undefined }) {
  let query = db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(limit);
  if (state) query = query.where('state', '=', state);
  return query.execute();
}

/** One message by its number. */
export const findMessage = (db: Db, id: number): Promise<OutboxMessage | undefined> =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();

/** How many messages there are in each state. */
export async function readOutboxDepth(db: Db): Promise<Record<OutboxState, number>> {
  const counts = await db
    .selectFrom('outbox')
    .select(['state', (row) => row.fn.countAll().as('messages')])
    .groupBy('state')
    .execute();
  const depth = { waiting: 0, sent: 0, dead: 0 };
  for (const { state, messages } of counts) depth[state] = Number(messages);
  return depth;
}

/** Gives messages that were given up another life. Returns how many. */
export async function retryFailed(tx: Tx): Promise<number> {
  const now = Date.now();
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({
      state: 'waiting',
      attempts: 0,
      last_error: null,
      next_try_at: new Date(now).toISOString(),
      expires_at: new Date(now + LIFE_MS).toISOString(),
    })
    .where('state', '=', 'dead')
    .where('subject', '<>', 'otp')
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Gives up what has been waiting for too long, and forgets what was sent or given up long ago. A message that nobody here could have
 * sent, for want of a provider, is forgotten too.
 */
export async function purgeOutbox(tx: Tx, providers: readonly OutboxTable['kind'][]): Promise<void> {
  const now = Date.now();
  const ago = (ms: number): string => new Date(now - ms).toISOString();
  const late = tx.deleteFrom('outbox').where('state', '=', 'waiting').where('expires_at', '<=', ago(0));
  await (providers.length > 0 ? late.where('kind', 'not in', providers) : late).execute();
  const tooLate = { state: 'dead', last_error: 'It waited until it was of no use any more' } as const;
  const waiting = tx.updateTable('outbox').set(tooLate).where('state', '=', 'waiting').where('expires_at', '<=', ago(0));
  await waiting.execute();
  await tx.updateTable('outbox').set({ body: '{}' }).where('state', '=', 'dead').where('subject', '=', 'otp').execute();
  await tx.deleteFrom('outbox').where('state', '=', 'sent').where('created_at', '<', ago(KEEP_SENT_MS)).execute();
  await tx.deleteFrom('outbox').where('state', '=', 'dead').where('created_at', '<', ago(KEEP_DEAD_MS)).execute();
}
