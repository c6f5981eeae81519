import { type Selectable, sql } from 'kysely';
import { lockRows, takeAdvisoryLock } from '#api/database/locks.ts';
import type { CustomerTable } from '#api/database/schema/accounts.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { countAttempt } from '#api/services/limits/enforce-rate-limits.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { deleteSessions } from '#api/services/sessions/sessions.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { mailAccountLinked, mailEmailUsedAtCheckout } from './account-mails.ts';
import { insertCustomer } from './insert-customer.ts';

type CustomerRow = Selectable<CustomerTable>;

/** Whether both can be merged: the guest has verified the phone number, and the account the email address. */
const canLink = (guest: CustomerRow, account: CustomerRow): boolean =>
  guest.firstname === '' &&
  guest.phone_verified_at !== null &&
  guest.phone_number === account.phone_number &&
  account.email_verified_at !== null &&
  account.phone_named_at !== null &&
  account.phone_verified_at === null;

/**
 * Merges a guest into the account whose email address the guest gave, when `canLink`: moves the guest's sessions and cart to the account,
 * and deletes the account's own sessions and password, because only the guest has just proven who they are. Mails the account's owner.
 * Returns whether the two were linked.
 */
async function linkGuestAccount(tx: Tx, guest: CustomerRow, account: CustomerRow, siteUrl: string): Promise<boolean> {
  if (!canLink(guest, account)) return false;
  await deleteSessions(tx, account.id);
  await tx.updateTable('session').set({ customer_id: account.id }).where('customer_id', '=', guest.id).execute();
  const inAccountCart = tx.selectFrom('cart_line').select('variant_id').where('customer_id', '=', account.id);
  await tx.deleteFrom('cart_line').where('customer_id', '=', guest.id).where('variant_id', 'in', inAccountCart).execute();
  await tx.updateTable('cart_line').set({ customer_id: account.id }).where('customer_id', '=', guest.id).execute();
  await tx.deleteFrom('customer').where('id', '=', guest.id).execute();
  const verified = { phone_verified_at: guest.phone_verified_at, password_hash: null };
  await tx.updateTable('customer').set(verified).where('id', '=', account.id).execute();
  await recordAudit(tx, { actor: customerActor(guest.id), action: 'account-link', subject: customerActor(account.id) });
  if (account.email) await mailAccountLinked(tx, { email: account.email, firstname: account.firstname, siteUrl });
  return true;
}

/** The customer who has verified this phone number with a code. */
export const findByVerifiedPhone = (db: Db, phone: string) =>
  db
    .selectFrom('customer')
    .selectAll()
    .where('phone_number', '=', phone)
    .where('phone_verified_at', 'is not', null)
    .executeTakeFirst();

/** The customer who can sign in with a code sent to this phone number: verified, and with a name. */
export async function findNamedCustomerByPhone(db: Db, phone: string) {
  const customer = await findByVerifiedPhone(db, phone);
  return customer?.firstname ? customer : undefined;
}

/** The customer who has verified this email address with a mailed link; case-insensitive. */
export const findByVerifiedEmail = (db: Db, email: string) =>
  db.selectFrom('customer').selectAll().where('email', '=', email).where('email_verified_at', 'is not', null).executeTakeFirst();

/**
 * The account that sign-in attempts with this address are counted for: the verified one, else the only one. Undefined when several accounts
 * share an unverified address, so that a known device of one does not allow more guesses at the others.
 */
export async function findAccountForSignIn(db: Db, email: string) {
  const matching = db.selectFrom('customer').selectAll().where('email', '=', email).where('mailbox', 'is', null);
  const [first, second] = await matching.orderBy(sql`email_verified_at IS NULL`).orderBy('id').limit(2).execute();
  return first?.email_verified_at || !second ? first : undefined;
}

/** The most accounts read for one address; the rate limit on sign-ups keeps real numbers lower. */
const MAX_ACCOUNTS = 1000;

/** Accounts with this address and a password: the verified one first, then those with a verified phone number, then the newest. */
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

/** Advisory locks: transactions that check that an address or number is free, and then use it, run one after the other. */
export const lockEmail = (tx: Tx, email: string): Promise<void> => takeAdvisoryLock(tx, `email:${email.toLowerCase()}`);
export const lockPhone = (tx: Tx, phone: string): Promise<void> => takeAdvisoryLock(tx, `phone:${phone}`);

/**
 * The customer with a phone number that has just been verified; a new customer has no name yet. Accounts that gave this number without
 * verifying it are ignored, because the number may not be theirs.
 */
export async function findOrCreateCustomer(tx: Tx, phone: string) {
  await lockPhone(tx, phone);
  const existing = await findByVerifiedPhone(tx, phone);
  if (existing) return existing;
  const now = isoNow();
  return insertCustomer(tx, { firstname: '', lastname: '', phone_number: phone, phone_verified_at: now, created_at: now });
}

/** The refusal (409) of an address that is another customer's. Only a demo shop says so openly. */
export const refuseTakenEmail = (): Refusal => new Refusal(409, failure.emailTaken, { errors: { email: [failure.emailTaken] } });

export interface CustomerDetails {
  firstname: string;
  lastname: string;
  email: string;
  alt_phone_number?: string | undefined;
}

/** Mails the owner of a verified address that a guest used it, at most once a day. */
async function notifyOwner(tx: Tx, owner: { email: string | null; firstname: string }, siteUrl: string): Promise<void> {
  if (!owner.email || (await countAttempt(tx, 'namedMail', { account: owner.email }))) return;
  await mailEmailUsedAtCheckout(tx, { email: owner.email, firstname: owner.firstname, siteUrl });
}

/**
 * Sets a customer's details; a new email address is unverified and need not be unique. Returns the customer, which is another one when the
 * guest was linked to an account (guest-linking.ts). A guest of a mailed code keeps the address that the code has proven. The reply never reveals whether the address is taken; its owner gets a mail instead.
 * Throws a `Refusal` (422) when this customer signs in with another address.
 */
export async function setCustomerDetails(tx: Tx, customerId: number, entered: CustomerDetails, siteUrl: string) {
  const { mailbox } = await tx.selectFrom('customer').select('mailbox').where('id', '=', customerId).executeTakeFirstOrThrow();
  const details = mailbox ? { ...entered, email: mailbox } : entered;
  await lockEmail(tx, details.email);
  const query = tx.selectFrom('customer').selectAll().where('id', '=', customerId);
  const customer = await lockRows(tx, query).executeTakeFirstOrThrow();
  const unchanged = customer.email?.toLowerCase() === details.email.toLowerCase();
  if (!unchanged && (customer.password_hash || customer.email_verified_at)) throw refuseField('email', failure.signInEmailFixed);
  const owner = unchanged ? undefined : await findByVerifiedEmail(tx, details.email);
  const linked = owner !== undefined && (await linkGuestAccount(tx, customer, owner, siteUrl));
  if (owner && !linked) await notifyOwner(tx, owner, siteUrl);
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
