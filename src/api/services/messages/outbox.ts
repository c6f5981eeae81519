import { randomUUID } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { OutboxTable } from '#api/database/schema/messages.ts';
import { beforeCommit, deferWrites, keepForWrite } from '#api/database/transaction-hooks.ts';
import { countMessages } from '#api/services/limits/message-budget.ts';
import { MESSAGE_TTL_DAYS } from '#api/services/retention.ts';
import { DAY_MS, isoFromNow, isoNow } from '#lib/rules/durations.ts';
import { fitVariables } from './sms-variables.ts';
import { OTP_TEMPLATE, ownerTemplates, type SmsTemplate } from './text-kinds.ts';

const uncountedTemplates: ReadonlySet<SmsTemplate> = new Set(ownerTemplates);

/** The columns of a redacted message. */
export const redactedBody = { body: '{}' };

interface Expiry {
  /** ISO 8601: when the message is no longer useful, such as when a code expires; by default `MESSAGE_TTL_DAYS` after it may be sent. */
  expiresAt?: string | undefined;
}

export interface Mail extends Expiry {
  to: string;
  subject: string;
  /** Plain text; links to the shop begin with `SITE_URL`. */
  text: string;
  html?: string | undefined;
  /** Where replies go; the sender by default. */
  replyTo?: string | undefined;
}

export interface Sms extends Expiry {
  /** Ten digits, without a country code. */
  phone: string;
  template: SmsTemplate;
  /** The values of the template's variables; long ones are shortened. */
  values: Record<string, string>;
}

/** A mail's `body` column, as JSON. */
export interface MailBody {
  /** Only of a mail whose `subject` column names a template. */
  subject?: string | undefined;
  text: string;
  html?: string | undefined;
  replyTo?: string | undefined;
}

interface NewMessage extends Pick<OutboxTable, 'kind' | 'recipient' | 'subject' | 'body'>, Expiry {
  isCounted: boolean;
}

/** The time columns of a message that may be sent from `sendAt`, in milliseconds since 1970. */
const timesOf = ({ expiresAt }: Expiry, sendAt: number) => ({
  next_try_at: new Date(sendAt).toISOString(),
  expires_at: expiresAt ?? new Date(sendAt + MESSAGE_TTL_DAYS * DAY_MS).toISOString(),
});

interface QueuedMessage {
  message: NewMessage;
  row: Insertable<OutboxTable>;
}

function toRow({ kind, recipient, subject, body, ...message }: NewMessage): QueuedMessage['row'] {
  const now = Date.now();
  return {
    ...{ kind, recipient, subject, body },
    ...timesOf(message, now),
    ...{ message_id: randomUUID(), state: 'waiting', attempts: 0, created_at: new Date(now).toISOString() },
  };
}

/** Counts messages; those over the message budget are delayed until the window ends. */
async function delayOverBudget(tx: Tx, queued: readonly QueuedMessage[]): Promise<void> {
  const counted = Map.groupBy(
    queued.filter(({ message }) => message.isCounted),
    ({ message }) => message.kind,
  );
  if (counted.size === 0) return;
  const counts = Object.fromEntries([...counted].map(([kind, ofKind]) => [kind, ofKind.length]));
  const sendTimes = await countMessages(tx, counts);
  for (const [kind, ofKind] of counted)
    for (const [i, { message, row }] of ofKind.entries()) {
      const sendAt = sendTimes[kind][i];
      if (sendAt === undefined) continue;
      await tx.updateTable('outbox').set(timesOf(message, sendAt)).where('message_id', '=', row.message_id).execute();
    }
}

/** Adds a message to the transaction. All its messages are inserted together at its end, and counted before the commit. */
function enqueue(tx: Tx, message: NewMessage): void {
  const queued = keepForWrite(tx, 'outbox', (): QueuedMessage[] => []);
  queued.push({ message, row: toRow(message) });
  deferWrites(tx, 'outbox', () => [tx.insertInto('outbox').values(queued.map(({ row }) => row))]);
  beforeCommit(tx, 'message budget', () => delayOverBudget(tx, queued));
}

/** Enqueues a mail in the caller's transaction: it is sent only if that commits. */
export async function enqueueMail(tx: Tx, { to, subject, text, html, replyTo, expiresAt }: Mail): Promise<void> {
  const body: MailBody = { text, html, replyTo };
  enqueue(tx, { kind: 'mail', recipient: to, subject, body: JSON.stringify(body), expiresAt, isCounted: true });
}

/**
 * Enqueues the mail of a one-time code. Its subject, which contains the code, is stored with the body, so that it is redacted with it.
 */
export function enqueueCodeMail(tx: Tx, { to, expiresAt, ...body }: Pick<Mail, 'to' | 'subject' | 'text' | 'expiresAt'>): void {
  enqueue(tx, {
    kind: 'mail',
    recipient: to,
    subject: OTP_TEMPLATE,
    body: JSON.stringify(body satisfies MailBody),
    expiresAt,
    isCounted: true,
  });
}

/** Enqueues an SMS in the caller's transaction: it is sent only if that commits. */
export async function enqueueSms(tx: Tx, { phone, template, values, expiresAt }: Sms): Promise<void> {
  const isCounted = !uncountedTemplates.has(template);
  enqueue(tx, {
    kind: 'sms',
    recipient: phone,
    subject: template,
    body: JSON.stringify(fitVariables(values)),
    expiresAt,
    isCounted,
  });
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

/** How many messages the last attempt of each transport failed to send, with the newest failure. */
export async function readTransportFailures(db: Db): Promise<{ transport: string; count: number; lastError: string }[]> {
  const groups = db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('id').as('last')])
    .where('last_error', 'is not', null)
    .where('transport', 'is not', null)
    .groupBy('transport')
    .as('failed');
  const rows = await db
    .selectFrom(groups)
    .innerJoin('outbox', 'outbox.id', 'failed.last')
    .select(['count', 'transport', 'last_error'])
    .orderBy('transport')
    .execute();
  return rows.map(({ count, transport, last_error }) => ({
    count: Number(count),
    transport: transport ?? '',
    lastError: last_error ?? '',
  }));
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
      expires_at: isoFromNow(MESSAGE_TTL_DAYS * DAY_MS),
    })
    .where('state', '=', 'dead')
    .where('subject', '<>', OTP_TEMPLATE)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
