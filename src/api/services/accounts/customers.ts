import { sql } from 'kysely';
import { lockRows, takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/open.ts';
import { countAttempt } from '#api/services/limits/rate-limits.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/texts.ts';
import { linkGuestAccount } from './guest-linking.ts';
import { mailEmailUsedAtCheckout } from './mails.ts';

/** The customer who has proven this number by a code. */
export const findByVerifiedPhone = (db: Db, phone: string) =>
  db
    .selectFrom('customer')
    .selectAll()
    .where('phone_number', '=', phone)
    .where('phone_verified_at', 'is not', null)
    .executeTakeFirst();

/** The customer who has verified this e-mail address by a mailed link, in whatever case. */
export const findByVerifiedEmail = (db: Db, email: string) =>
  db.selectFrom('customer').selectAll().where('email', '=', email).where('email_verified_at', 'is not', null).executeTakeFirst();

/**
 * The one account that tries to sign in with this address are counted for: the verified one, else the only one. Where several name an
 * unverified address none is: a device known to one must not bring more guesses at the others.
 */
export async function findAccountForSignIn(db: Db, email: string) {
  const named = db.selectFrom('customer').selectAll().where('email', '=', email);
  const [first, second] = await named.orderBy(sql`email_verified_at IS NULL`).orderBy('id').limit(2).execute();
  return first?.email_verified_at || !second ? first : undefined;
}

/** More accounts than this that name one address are not looked at; a limit on sign-ups keeps them fewer. */
const MAX_ACCOUNTS = 1000;

/** The accounts that sign in with this address and a password: the verified one first, then those with a verified number, then the newest. */
export const listAccountsWithPassword = (db: Db, email: string) =>
  db
    .selectFrom('customer')
    .select(['id', 'phone_number', 'password_hash'])
    .where('email', '=', email)
    .where('password_hash', 'is not', null)
    .$narrowType<{ password_hash: string }>()
    .orderBy(sql`email_verified_at IS NULL`)
    .orderBy(sql`phone_verified_at IS NULL`)
    .orderBy('id', 'desc')
    .limit(MAX_ACCOUNTS)
    .execute();

/** Makes transactions that ask whether an address or a number is free, and then take it, do so one after the other. */
export const lockEmail = (tx: Tx, email: string): Promise<void> => takeAdvisoryLock(tx, `email:${email.toLowerCase()}`);
export const lockPhone = (tx: Tx, phone: string): Promise<void> => takeAdvisoryLock(tx, `phone:${phone}`);

/**
 * The customer of a number that has just been proven; one that is new starts without a name. An account that merely named the number
 * when it signed up is another customer's: whoever could be reached under somebody's number would otherwise share their orders.
 */
export async function findOrCreateCustomer(tx: Tx, phone: string) {
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

/** Refuses an address that somebody else has; only a demo shop does. */
export const refuseTakenEmail = (): Refusal => new Refusal(409, failure.emailTaken, { errors: { email: [failure.emailTaken] } });

export interface CustomerDetails {
  firstname: string;
  lastname: string;
  email: string;
  alt_phone_number?: string | undefined;
}

/** Tells the owner of a verified address that a guest named it, at most once a day. */
async function tellOwner(tx: Tx, owner: { email: string | null; firstname: string }, siteUrl: string): Promise<void> {
  if (!owner.email || (await countAttempt(tx, 'namedMail', { account: owner.email }))) return;
  await mailEmailUsedAtCheckout(tx, { email: owner.email, firstname: owner.firstname, siteUrl });
}

/**
 * Sets a customer's details; a new e-mail address is not verified, and may be named by several. Returns the customer, which is another one
 * when the guest turned out to be somebody with an account (see account-link.ts). The answer is the same whether or not somebody else has
 * the address: its owner is told by mail. Throws a `Refusal` (422) when this customer signs in with another address.
 */
export async function setCustomerDetails(tx: Tx, customerId: number, details: CustomerDetails, siteUrl: string) {
  await lockEmail(tx, details.email);
  const query = tx.selectFrom('customer').selectAll().where('id', '=', customerId);
  const customer = await lockRows(tx, query).executeTakeFirstOrThrow();
  const unchanged = customer.email?.toLowerCase() === details.email.toLowerCase();
  if (!unchanged && (customer.password_hash || customer.email_verified_at)) throw refuseField('email', failure.signInEmailFixed);
  const owner = unchanged ? undefined : await findByVerifiedEmail(tx, details.email);
  const linked = owner !== undefined && (await linkGuestAccount(tx, customer, owner, siteUrl));
  if (owner && !linked) await tellOwner(tx, owner, siteUrl);
  return tx
    .updateTable('customer')
    .set({
      firstname: details.firstname,
      lastname: details.lastname,
      email: details.email,
      ...(details.alt_phone_number !== undefined && { alt_phone_number: details.alt_phone_number || null }),
    })
    .where('id', '=', linked ? owner.id : customerId)
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
