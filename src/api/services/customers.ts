import { failure } from '#lib/contract/messages.ts';
import { lockName, lockRows } from '../database/locks.ts';
import type { Db, Tx } from '../database/open.ts';
import { linkGuest } from './account-link.ts';
import { Refusal, refuseField } from './refusal.ts';

/** The customer who has proven this number by a code. */
export const findByVerifiedPhone = (db: Db, phone: string) =>
  db
    .selectFrom('customer')
    .selectAll()
    .where('phone_number', '=', phone)
    .where('phone_verified_at', 'is not', null)
    .executeTakeFirst();

/** The customer with this e-mail address, in whatever case, proven or not. */
export const findByEmail = (db: Db, email: string) =>
  db.selectFrom('customer').selectAll().where('email', '=', email).executeTakeFirst();

/** Makes transactions that ask whether an address or a number is free, and then take it, do so one after the other. */
export const lockEmail = (tx: Tx, email: string): Promise<void> => lockName(tx, `email:${email.toLowerCase()}`);
export const lockPhone = (tx: Tx, phone: string): Promise<void> => lockName(tx, `phone:${phone}`);

/**
 * The customer of a number that has just been proven; one that is new starts without a name. An account that merely named the number
 * when it signed up is another customer's: whoever could be reached under somebody's number would otherwise share their orders.
 */
export async function findOrAddCustomer(tx: Tx, phone: string) {
  await lockPhone(tx, phone);
  const present = await findByVerifiedPhone(tx, phone);
  if (present) return present;
  const now = new Date().toISOString();
  return tx
    .insertInto('customer')
    .values({ firstname: '', lastname: '', phone_number: phone, phone_verified_at: now, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Refuses an address that somebody else has. */
export const emailTaken = (): Refusal => new Refusal(409, failure.emailTaken, { errors: { email: [failure.emailTaken] } });

export interface CustomerDetails {
  firstname: string;
  lastname: string;
  email: string;
  alt_phone_number?: string | undefined;
}

/**
 * Sets a customer's details; a new e-mail address counts as unproven. Returns the customer, which is another one when the guest turned
 * out to be somebody with an account (see account-link.ts). Throws a `Refusal`: 409 when another customer has the address, 422 when it is
 * the one this customer signs in with, which a borrowed session shall not change.
 */
export async function setCustomerDetails(tx: Tx, customerId: number, details: CustomerDetails) {
  await lockEmail(tx, details.email);
  const query = tx.selectFrom('customer').selectAll().where('id', '=', customerId);
  const customer = await lockRows(tx, query).executeTakeFirstOrThrow();
  const holder = await findByEmail(tx, details.email);
  const theirs = holder !== undefined && holder.id !== customerId;
  const linked = theirs && (await linkGuest(tx, customer, holder));
  if (theirs && !linked) throw emailTaken();
  if (!holder && customer.password_hash) throw refuseField('email', failure.signInEmailFixed);
  return tx
    .updateTable('customer')
    .set({
      firstname: details.firstname,
      lastname: details.lastname,
      email: details.email,
      ...(!holder && { email_verified_at: null }),
      ...(details.alt_phone_number !== undefined && { alt_phone_number: details.alt_phone_number || null }),
    })
    .where('id', '=', linked ? holder.id : customerId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a customer's name. */
export async function renameCustomer(
  tx: Tx,
  customerId: number,
  { firstname, lastname }: Pick<CustomerDetails, 'firstname' | 'lastname'>,
): Promise<void> {
  await tx.updateTable('customer').set({ firstname, lastname }).where('id', '=', customerId).execute();
}
