import { lockRows } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { recordAudit } from '#api/services/audit.ts';
import { formatIndianTime } from '#api/services/format-texts.ts';
import { enqueueMail } from '#api/services/messages/outbox.ts';
import { sanitiseMailName } from '#api/services/messages/sanitise-mail-text.ts';
import { Refusal } from '#api/services/refusal.ts';
import { type Staff, staffActor } from '#api/services/staff/staff-sessions.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { MessageState } from '#lib/contract/admin/messages.ts';
import { isoNow } from '#lib/rules/durations.ts';

/** Messages of one page. */
const PAGE_SIZE = 50;

/** The most characters of a message's subject in that of the answer. */
const MAX_SUBJECT = 200;

const columns = ['id', 'created_at', 'state', 'firstname', 'lastname', 'email', 'phone_number', 'subject', 'message'] as const;

interface Named {
  firstname: string;
  lastname: string;
}

const withName = <Row extends Named>({ firstname, lastname, ...row }: Row) => ({ ...row, name: `${firstname} ${lastname}` });

/** Messages of the contact form, the newest first, and the number before which the next page begins. */
export async function listThreads(db: Db, { state, before }: { state?: MessageState | undefined; before?: number | undefined }) {
  let query = db
    .selectFrom('contact_message')
    .select(columns)
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1);
  if (state) query = query.where('state', '=', state);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query.execute();
  const messages = rows.slice(0, PAGE_SIZE).map(withName);
  return { messages, next: rows.length > PAGE_SIZE ? messages.at(-1)?.id : undefined };
}

const missing = (): Refusal => new Refusal(404, 'There is no message with this number');

/** A message with the answers to it, the oldest first. Throws a `Refusal` (404). */
export async function readThread(db: Db, id: number) {
  const row = await db.selectFrom('contact_message').select(columns).where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
  const replies = await db
    .selectFrom('contact_reply')
    .innerJoin('staff', 'staff.id', 'contact_reply.staff_id')
    .select(['contact_reply.created_at as at', 'staff.name as by', 'reply'])
    .where('message_id', '=', id)
    .orderBy('contact_reply.id')
    .execute();
  return { ...withName(row), replies };
}

async function lockMessage(tx: Tx, id: number) {
  const row = await lockRows(tx, tx.selectFrom('contact_message').selectAll().where('id', '=', id)).executeTakeFirst();
  if (!row) throw missing();
  return row;
}

async function setState(
  tx: Tx,
  staff: Staff,
  { id, action, before, after }: { id: number; action: string; before: MessageState; after: MessageState },
) {
  await tx.updateTable('contact_message').set({ state: after }).where('id', '=', id).execute();
  await recordAudit(tx, { actor: staffActor(staff), action, subject: `message:${id}`, detail: { before, after } });
}

/** Subjects are one line, without what other programs would read as more headers. */
const subjectOf = (subject: string): string =>
  `Re: ${subject
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUBJECT)
    .toWellFormed()}`;

const quote = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`)
    .join('\n');

/** Answers a message by mail, and keeps the answer with it. Repeated with the same form id, it is sent once. Throws a `Refusal` (404). */
export async function replyToMessage(
  tx: Tx,
  staff: Staff,
  { id, formId, reply }: { id: number; formId: string; reply: string },
): Promise<void> {
  const row = await lockMessage(tx, id);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('contact_reply')
    .values({ message_id: id, staff_id: staff.staffId, form_id: formId, reply, created_at: isoNow() })
    .onConflict((conflict) => conflict.column('form_id').doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return;
  const { store_name, legal } = await readSettings(tx);
  const wrote = `On ${formatIndianTime(row.created_at)} (Indian time), ${sanitiseMailName(row.firstname, row.lastname)} wrote:`;
  await enqueueMail(tx, {
    to: row.email,
    subject: subjectOf(row.subject),
    text: [reply, store_name, `${wrote}\n${quote(row.message)}`].join('\n\n'),
    replyTo: legal?.support_email || undefined,
  });
  await setState(tx, staff, { id, action: 'message answer', before: row.state, after: 'answered' });
}

/** Marks a message as done, or as open again. Throws a `Refusal` (404). */
export async function setMessageState(tx: Tx, staff: Staff, id: number, after: 'open' | 'done'): Promise<void> {
  const { state: before } = await lockMessage(tx, id);
  if (before !== after) await setState(tx, staff, { id, action: `message ${after}`, before, after });
}
