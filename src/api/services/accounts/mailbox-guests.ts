import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { insertCustomer } from './insert-customer.ts';

/**
 * The mailbox of an email address: what a code is mailed to, and proves. Only case is folded: `a.b@` and `ab@`, or `a+b@` and `a@`, may be
 * different people's.
 */
export const toMailbox = (email: string): string => email.toLowerCase();

/** The guest who has proven this mailbox by a mailed code. Customers with the same email address are never found. */
export const findMailboxGuest = (db: Db, mailbox: string) =>
  db.selectFrom('customer').selectAll().where('mailbox', '=', mailbox).executeTakeFirst();

/**
 * The guest of a mailbox that has just been proven; a new one has no name yet. The phone number is what the guest gave with the code: an
 * unproven contact, whoever's number it is.
 */
export async function findOrCreateMailboxGuest(tx: Tx, mailbox: string, phone: string) {
  await takeAdvisoryLock(tx, `mailbox:${mailbox}`);
  const changed = tx.updateTable('customer').set({ phone_number: phone }).where('mailbox', '=', mailbox);
  const existing = await changed.returningAll().executeTakeFirst();
  if (existing) return existing;
  const row = { firstname: '', lastname: '', email: mailbox, mailbox, phone_number: phone, created_at: isoNow() };
  return insertCustomer(tx, row);
}
