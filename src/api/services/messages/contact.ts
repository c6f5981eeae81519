import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Tx } from '#api/database/open.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { ParsedBodyOf } from '#lib/contract/call.ts';
import type { contactCall } from '#lib/contract/contact.ts';
import { enqueueMail } from './outbox.ts';

type ContactForm = Omit<ParsedBodyOf<typeof contactCall>, 'captcha_token'>;

/** The same message again within this time is one that was sent anew because its answer was lost. */
const SAME_MESSAGE_MS = 24 * 60 * 60 * 1000;

/** Whether this very message has come already, word for word. */
async function isKnown(tx: Tx, form: Omit<ContactForm, 'subscribe'>): Promise<boolean> {
  await takeAdvisoryLock(tx, `contact:${form.email}`);
  const same = tx
    .selectFrom('contact_message')
    .select('id')
    .where(({ and }) => and(form));
  const since = new Date(Date.now() - SAME_MESSAGE_MS).toISOString();
  return (await same.where('created_at', '>', since).executeTakeFirst()) !== undefined;
}

/**
 * Keeps what a shopper wrote, and mails it to the store's support address when the owner has named one. Safe to repeat: the same message
 * is kept and mailed once a day.
 */
export async function saveContactMessage(tx: Tx, { subscribe = false, ...form }: ContactForm): Promise<void> {
  if (await isKnown(tx, form)) return;
  const row = { ...form, subscribe: subscribe ? 1 : 0, created_at: new Date().toISOString() };
  await tx.insertInto('contact_message').values(row).execute();
  const { store_name, legal } = await readSettings(tx);
  if (!legal?.support_email) return;
  const text = [
    form.message,
    `${form.firstname} ${form.lastname}, ${form.email}, ${form.phone_number}`,
    subscribe ? 'Wants news of the store.' : 'Wants no news of the store.',
  ];
  await enqueueMail(tx, {
    to: legal.support_email,
    subject: `${store_name}: ${form.subject}`,
    text: text.join('\n\n'),
    replyTo: form.email,
  });
}
