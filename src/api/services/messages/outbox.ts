import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { OutboxTable } from '#api/database/schema/tables.ts';
import { countMessage } from '#api/services/limits/message-budget.ts';
import { DAY_MS, isoAgo, isoFromNow, isoNow } from '#lib/rules/durations.ts';

/** The template of one-time codes, whose messages are redacted when they are no longer needed and never retried by the owner. */
export const OTP_TEMPLATE = 'otp';

/** The SMS templates a store registers; the provider's ids for them are configuration. */
export const smsTemplates = [OTP_TEMPLATE, 'order_placed', 'order_cancelled', 'payment_refund'] as const;
export type SmsTemplate = (typeof smsTemplates)[number];

/** How long an unsent message stays useful, unless it says otherwise. */
const MESSAGE_TTL_MS = 3 * DAY_MS;

/** How long sent messages are listed, without their body. */
const SENT_RETENTION_MS = 7 * DAY_MS;

/** How long dead messages can be retried. */
const DEAD_RETENTION_MS = 30 * DAY_MS;

/** The columns of a redacted message. */
export const redactedBody = { body: '{}' };

interface Expiry {
  /** ISO 8601: when the message is no longer useful, such as when a code expires; three days after it may be sent by default. */
  expiresAt?: string | undefined;
}

export interface Mail extends Expiry {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** Where replies go; the sender by default. */
  replyTo?: string | undefined;
}

export interface Sms extends Expiry {
  /** Ten digits, without a country code. */
  phone: string;
  template: SmsTemplate;
  /** The values of the template's variables. */
  values: Record<string, string>;
}

/** A mail's `body` column, as JSON. */
export interface MailBody {
  text: string;
  replyTo?: string | undefined;
}

/** Inserts a message and counts it; over the message budget it is delayed until the window ends. */
async function enqueue(
  tx: Tx,
  message: Pick<OutboxTable, 'kind' | 'recipient' | 'subject' | 'body'>,
  { expiresAt }: Expiry,
): Promise<void> {
  const created_at = isoNow();
  const sendAt = await countMessage(tx, message.kind);
  const row = {
    ...message,
    message_id: randomUUID(),
    state: 'waiting',
    attempts: 0,
    next_try_at: new Date(sendAt).toISOString(),
    expires_at: expiresAt ?? new Date(sendAt + MESSAGE_TTL_MS).toISOString(),
    created_at,
  } as const;
  await tx.insertInto('outbox').values(row).execute();
}

/** Enqueues a mail in the caller's transaction: it is sent only if that commits. */
export async function enqueueMail(tx: Tx, { to, subject, text, replyTo, expiresAt }: Mail): Promise<void> {
  const body: MailBody = { text, replyTo };
  await enqueue(tx, { kind: 'mail', recipient: to, subject, body: JSON.stringify(body) }, { expiresAt });
}

/** Enqueues an SMS in the caller's transaction: it is sent only if that commits. */
export async function enqueueSms(tx: Tx, { phone, template, values, expiresAt }: Sms): Promise<void> {
  await enqueue(tx, { kind: 'sms', recipient: phone, subject: template, body: JSON.stringify(values) }, { expiresAt });
}

export type OutboxMessage = Selectable<OutboxTable>;
export type OutboxState = OutboxTable['state'];

/** The newest messages, of one state or all states. */
export function listOutbox(db: Db, { limit, state }: { limit: number; state?: OutboxState | undefined }) {
  let query = db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(limit);
  if (state) query = query.where('state', '=', state);
  return query.execute();
}

/** A message by its id. */
export const findMessage = (db: Db, id: number): Promise<OutboxMessage | undefined> =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();

/** The number of messages in each state. */
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

/** Requeues dead messages, except one-time codes. Returns how many. */
export async function retryFailed(tx: Tx): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('outbox')
    .set({
      state: 'waiting',
      attempts: 0,
      last_error: null,
      next_try_at: isoNow(),
      expires_at: isoFromNow(MESSAGE_TTL_MS),
    })
    .where('state', '=', 'dead')
    .where('subject', '<>', OTP_TEMPLATE)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Marks expired messages as dead, redacts dead one-time codes, and deletes messages past their retention. Expired messages of a kind without
 * a provider are deleted too.
 */
export async function purgeOutbox(tx: Tx, providers: readonly OutboxTable['kind'][]): Promise<void> {
  const now = isoNow();
  const unsendable = tx.deleteFrom('outbox').where('state', '=', 'waiting').where('expires_at', '<=', now);
  await (providers.length > 0 ? unsendable.where('kind', 'not in', providers) : unsendable).execute();
  const expired = { state: 'dead', last_error: 'Expired before it could be sent' } as const;
  await tx.updateTable('outbox').set(expired).where('state', '=', 'waiting').where('expires_at', '<=', now).execute();
  await tx.updateTable('outbox').set(redactedBody).where('state', '=', 'dead').where('subject', '=', OTP_TEMPLATE).execute();
  await tx.deleteFrom('outbox').where('state', '=', 'sent').where('created_at', '<', isoAgo(SENT_RETENTION_MS)).execute();
  await tx.deleteFrom('outbox').where('state', '=', 'dead').where('created_at', '<', isoAgo(DEAD_RETENTION_MS)).execute();
}
