import type { Tx } from '#api/database/schema/engine.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { greet } from './greeting.ts';
import { enqueueMail } from './outbox.ts';
import { sanitiseMailName } from './sanitise-mail-text.ts';

/** A mail to a customer of the store, without its greeting and signature. */
export interface CustomerMail {
  to: string;
  /** The name to greet the customer by. */
  name: readonly string[];
  subject: (storeName: string) => string;
  /** Plain text; the first paragraph follows the greeting. */
  paragraphs: readonly string[];
  /** ISO 8601: when the mail is no longer useful. */
  expiresAt?: string | undefined;
}

/** Enqueues a mail that greets the customer and is signed with the store's name, in the caller's transaction. */
export async function enqueueCustomerMail(tx: Tx, { to, name, subject, paragraphs, expiresAt }: CustomerMail): Promise<void> {
  const { store_name } = await readSettings(tx);
  const text = [greet(sanitiseMailName(...name)), ...paragraphs, store_name].join('\n\n');
  await enqueueMail(tx, { to, subject: subject(store_name), text, expiresAt });
}
