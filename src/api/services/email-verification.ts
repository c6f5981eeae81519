import { VERIFY_LINK_SECONDS } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages.ts';
import type { Db, Tx } from '../database/open.ts';
import { type MailTo, mailVerification } from './account-mails.ts';
import { findByEmail, lockEmail } from './customers.ts';
import { isBudgetUsedUp } from './limits/message-budget.ts';
import { countTriesIn } from './rate-limits.ts';
import { Refusal } from './refusal.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** Who wants to become a customer. */
export interface Applicant {
  firstname: string;
  lastname: string;
  email: string;
  phone_number: string;
  password_hash: string;
}

const lifeFromNow = (): string => new Date(Date.now() + VERIFY_LINK_SECONDS * 1000).toISOString();

/**
 * Keeps a sign-up until its address is proven, and mails the link that does so. Each sign-up has a link and a password of its own, so
 * that nobody proves an address for somebody else's password.
 */
export async function keepRegistration(tx: Tx, applicant: Applicant, siteUrl: string): Promise<void> {
  await tx.deleteFrom('registration').where('expires_at', '<', new Date().toISOString()).execute();
  const secret = newSecret();
  await tx
    .insertInto('registration')
    .values({ ...applicant, token_hash: hashSecret(secret), expires_at: lifeFromNow() })
    .execute();
  await mailVerification(tx, { ...applicant, siteUrl }, secret);
}

/** The newest sign-up with this address that still waits for its proof. */
export const findRegistration = (db: Db, email: string) =>
  db
    .selectFrom('registration')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Mails a new link for a sign-up that waits; the link before it is dead. After too many, or without budget, nothing more is mailed. */
export async function mailNewLink(tx: Tx, registrationId: number, to: MailTo): Promise<void> {
  if (await countTriesIn(tx, 'verifyMail', { account: to.email })) return;
  if (await isBudgetUsedUp(tx, 'mail')) return;
  const secret = newSecret();
  const { numUpdatedRows } = await tx
    .updateTable('registration')
    .set({ token_hash: hashSecret(secret), expires_at: lifeFromNow() })
    .where('id', '=', registrationId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await mailVerification(tx, to, secret);
}

/** Whether a guest who said to have this address has proven the very number that the sign-up names: then each vouches for the other. */
const isSamePerson = (guest: { phone_number: string; phone_verified_at: string | null }, phone: string): boolean =>
  guest.phone_verified_at !== null && guest.phone_number === phone;

/**
 * Makes a customer of the sign-up whose mailed secret this is. A guest who merely said to have the address gets the password when the
 * proven number is the same as well, and otherwise loses the address to the one who proved it. Throws a `Refusal` (422) when the secret
 * is unknown, used or too old, or when the address has an account by now.
 */
export async function verifyEmail(tx: Tx, secret: string): Promise<void> {
  const now = new Date().toISOString();
  const dead = new Refusal(422, failure.verifyLink, { errors: { token: [failure.verifyLink] } });
  const found = await tx
    .selectFrom('registration')
    .select(['firstname', 'lastname', 'email', 'phone_number', 'password_hash'])
    .where('token_hash', '=', hashSecret(secret))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!found) throw dead;
  await lockEmail(tx, found.email);
  const { numDeletedRows } = await tx.deleteFrom('registration').where('email', '=', found.email).executeTakeFirstOrThrow();
  const holder = await findByEmail(tx, found.email);
  if (numDeletedRows === 0n || holder?.email_verified_at) throw dead;
  const row = { ...found, email_verified_at: now };
  if (holder && isSamePerson(holder, found.phone_number)) {
    await tx.updateTable('customer').set(row).where('id', '=', holder.id).execute();
    return;
  }
  if (holder) await tx.updateTable('customer').set({ email: null }).where('id', '=', holder.id).execute();
  await tx
    .insertInto('customer')
    .values({ ...row, created_at: now })
    .execute();
}
