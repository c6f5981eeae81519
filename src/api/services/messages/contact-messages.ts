import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { recordEvent } from '#api/services/events/record-event.ts';
import { CONTACT_MAILS_PER_HOUR } from '#api/services/limits/rate-limit-rules.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { ParsedBodyOf } from '#lib/contract/calls/define-call.ts';
import type { contactCall } from '#lib/contract/contact.ts';
import { DAY_MS, HOUR_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';
import { enqueueMail } from './outbox.ts';

type ContactForm = Omit<ParsedBodyOf<typeof contactCall>, 'captcha_token'>;

/** An identical message within this time is a duplicate: a retry after a lost reply. */
const DEDUPE_WINDOW_MS = DAY_MS;

async function countRecent(tx: Tx): Promise<number> {
  const { messages } = await tx
    .selectFrom('contact_message')
    .select(({ fn }) => fn.countAll().as('messages'))
    .where('created_at', '>', isoAgo(HOUR_MS))
    .executeTakeFirstOrThrow();
  return Number(messages);
}

/** The newest messages. */
export const listContactMessages = (db: Db, limit: number) =>
  db.selectFrom('contact_message').selectAll().orderBy('id', 'desc').limit(limit).execute();

async function isDuplicate(tx: Tx, form: Omit<ContactForm, 'subscribe'>): Promise<boolean> {
  await takeAdvisoryLock(tx, `contact:${form.email}`);
  const identical = tx
    .selectFrom('contact_message')
    .select('id')
    .where(({ and }) => and(form))
    .where('created_at', '>', isoAgo(DEDUPE_WINDOW_MS));
  return (await identical.executeTakeFirst()) !== undefined;
}

/**
 * Saves a contact form and mails it to the store's support address, if there is one and the hour's limit is not reached. Idempotent:
 * duplicates within a day are ignored.
 */
export async function saveContactMessage(tx: Tx, { subscribe = false, ...form }: ContactForm): Promise<void> {
  if (await isDuplicate(tx, form)) return;
  const row = { ...form, subscribe: subscribe ? 1 : 0, created_at: isoNow() };
  const { id } = await tx.insertInto('contact_message').values(row).returning('id').executeTakeFirstOrThrow();
  recordEvent(tx, 'message.received', { message_id: id });
  const { store_name, legal } = await readSettings(tx);
  const recent = await countRecent(tx);
  if (!legal?.support_email || recent > CONTACT_MAILS_PER_HOUR) return;
  const text = [
    form.message,
    `${form.firstname} ${form.lastname}, ${form.email}, ${form.phone_number}`,
    subscribe ? 'Would like to receive news from the store.' : 'Would not like to receive news from the store.',
    ...(recent === CONTACT_MAILS_PER_HOUR
      ? [
          `There were ${recent} messages within an hour. Further ones are saved but not mailed for now; read them with: store contact`,
        ]
      : []),
  ];
  await enqueueMail(tx, {
    to: legal.support_email,
    subject: `${store_name}: ${form.subject}`,
    text: text.join('\n\n'),
    replyTo: form.email,
  });
}
