import type { ParsedBodyOf } from '#lib/contract/call.ts';
import type { contact } from '#lib/contract/contact.ts';
import type { Tx } from '../database/open.ts';
import { enqueueMail } from './outbox.ts';
import { readSettings } from './store.ts';

type ContactForm = ParsedBodyOf<typeof contact>;

/** Keeps what a shopper wrote, and mails it to the store's support address when the owner has named one. */
export async function receiveContact(tx: Tx, { subscribe = false, ...form }: ContactForm): Promise<void> {
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
