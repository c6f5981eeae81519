import { type Db, type Tx, write } from '#api/database/open.ts';
import { findByVerifiedEmail, listAccountsWithPassword, lockEmail } from '#api/services/accounts/customers.ts';
import { type MailRecipient, mailVerificationLink } from '#api/services/accounts/mails.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { isBudgetExceeded } from '#api/services/limits/message-budget.ts';
import { countAttempt } from '#api/services/limits/rate-limits.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { deleteSessions } from '#api/services/sessions/sessions.ts';
import { createToken, hashToken } from '#api/services/sessions/tokens.ts';
import type { Session } from '#lib/contract/auth.ts';
import { VERIFY_LINK_TTL_SECONDS } from '#lib/contract/limits.ts';
import { failure, fieldErrors } from '#lib/contract/texts.ts';
import { findMatchingHash } from './password-hashing.ts';
import { type SignInContext, signInCustomer } from './sign-in.ts';

/** Who wants to become a customer. */
export interface RegistrationDetails {
  firstname: string;
  lastname: string;
  email: string;
  phone_number: string;
  password_hash: string;
}

const lifeFromNow = (): string => new Date(Date.now() + VERIFY_LINK_TTL_SECONDS * 1000).toISOString();

/**
 * Keeps a sign-up until its address is verified, and mails the link that does so. The receipt went to the browser that signed up: together
 * with the mailed secret it shows that one person has both.
 */
export async function insertRegistration(
  tx: Tx,
  applicant: RegistrationDetails,
  receipt: string,
  siteUrl: string,
): Promise<void> {
  await tx.deleteFrom('registration').where('expires_at', '<', new Date().toISOString()).execute();
  const secret = createToken();
  const hashes = { token_hash: hashToken(secret), receipt_hash: hashToken(receipt) };
  await tx
    .insertInto('registration')
    .values({ ...applicant, ...hashes, expires_at: lifeFromNow() })
    .execute();
  await mailVerificationLink(tx, { ...applicant, siteUrl }, secret);
}

/** More sign-ups than this with one address are not looked at; a limit on sign-ups keeps them fewer. */
const MAX_REGISTRATIONS = 200;

/** The sign-ups with this address that still wait for its verification, newest first. */
export const listPendingRegistrations = (db: Db, email: string) =>
  db
    .selectFrom('registration')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('id', 'desc')
    .limit(MAX_REGISTRATIONS)
    .execute();

/** A stored hash of this address, whose salt the next one takes (see passwords.ts); undefined where there is none. */
export async function findPasswordHash(db: Db, email: string): Promise<string | undefined> {
  const [account] = await listAccountsWithPassword(db, email);
  if (account) return account.password_hash;
  const [waiting] = await listPendingRegistrations(db, email);
  return waiting?.password_hash;
}

/** Mails a new link for a sign-up that waits; the link before it is dead. After too many, or without budget, nothing more is mailed. */
export async function resendVerificationLink(tx: Tx, registrationId: number, to: MailRecipient): Promise<void> {
  if (await countAttempt(tx, 'verifyMail', { account: to.email })) return;
  if (await isBudgetExceeded(tx, 'mail')) return;
  const secret = createToken();
  const { numUpdatedRows } = await tx
    .updateTable('registration')
    .set({ token_hash: hashToken(secret), expires_at: lifeFromNow() })
    .where('id', '=', registrationId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await mailVerificationLink(tx, to, secret);
}

type Registration = Awaited<ReturnType<typeof listPendingRegistrations>>[number];

const deadLink = (): Refusal => new Refusal(422, failure.verifyLink, { errors: { token: [failure.verifyLink] } });

/** The sign-up that this mailed secret belongs to. Throws a `Refusal` (422) when the secret is unknown, used or too old. */
async function findByToken(db: Db, token: string): Promise<Registration> {
  const found = await db
    .selectFrom('registration')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  if (!found) throw deadLink();
  return found;
}

/** What goes with a mailed secret: the receipt that the sign-up was answered with, or its password. */
export interface SignUpProof {
  receipt?: string | undefined;
  password?: string | undefined;
}

/**
 * The sign-up that whoever confirms has made: the secret shows that the address is theirs, the receipt or the password which of the
 * sign-ups with it. Throws a `Refusal` (422, field `password`) when neither fits.
 */
async function chooseSignUp(db: Db, linked: Registration, { receipt, password }: SignUpProof): Promise<Registration> {
  const waiting = await listPendingRegistrations(db, linked.email);
  const receiptHash = receipt === undefined ? undefined : hashToken(receipt);
  const made = receiptHash && waiting.find(({ receipt_hash }) => receipt_hash === receiptHash);
  if (made) return made;
  if (!password) throw refuseField('password', fieldErrors.signUpPasswordRequired);
  const inOrder = [linked, ...waiting.filter(({ id }) => id !== linked.id)];
  const hash = await findMatchingHash(
    password,
    inOrder.map(({ password_hash }) => password_hash),
  );
  const chosen = inOrder.find(({ password_hash }) => password_hash === hash);
  if (!chosen) throw refuseField('password', failure.signUpPasswordWrong);
  return chosen;
}

/** The unverified account that the person of this sign-up has already: one with its password, or a guest with its number and address. */
async function findSamePerson(tx: Tx, { email, phone_number, password_hash }: Registration) {
  const named = tx.selectFrom('customer').select(['id', 'phone_verified_at']).where('email', '=', email);
  const withPassword = await named.where('password_hash', '=', password_hash).orderBy('id').executeTakeFirst();
  if (withPassword) return withPassword;
  return named.where('phone_number', '=', phone_number).where('phone_verified_at', 'is not', null).executeTakeFirst();
}

/** Makes a customer of a sign-up, or gives its password to the account that its person has already, whose sessions end. */
async function makeCustomer(tx: Tx, signUp: Registration) {
  const now = new Date().toISOString();
  const { firstname, lastname, email, phone_number, password_hash } = signUp;
  const row = { firstname, lastname, email, password_hash, email_verified_at: now, phone_named_at: now };
  const same = await findSamePerson(tx, signUp);
  if (!same) {
    const added = tx.insertInto('customer').values({ ...row, phone_number, created_at: now });
    return added.returningAll().executeTakeFirstOrThrow();
  }
  await deleteSessions(tx, same.id);
  const number = same.phone_verified_at ? {} : { phone_number };
  const changed = tx.updateTable('customer').set({ ...row, ...number });
  return changed.where('id', '=', same.id).returningAll().executeTakeFirstOrThrow();
}

/**
 * Verifies an address by the mailed secret and makes a customer of the sign-up that `proof` belongs to; every other sign-up with the address
 * is deleted. Returns a session when the password was given, so that nobody types it twice; `visit` is asked for then. Throws a `Refusal`: 422 when the secret is
 * unknown, used or too old, when the address has an account by now, or when the proof does not fit; 429 under too much load.
 */
export async function confirmRegistration(
  db: Db,
  token: string,
  proof: SignUpProof,
  visit: () => SignInContext,
): Promise<Session | undefined> {
  const linked = await findByToken(db, token);
  const chosen = await chooseSignUp(db, linked, proof);
  const from = proof.password ? visit() : undefined;
  return write(db, async (tx) => {
    await lockEmail(tx, linked.email);
    // Both links may have been confirmed meanwhile, and the address may have an account by now.
    await findByToken(tx, token);
    const still = await tx.selectFrom('registration').select('id').where('id', '=', chosen.id).executeTakeFirst();
    if (!still || (await findByVerifiedEmail(tx, linked.email))) throw deadLink();
    await tx.deleteFrom('registration').where('email', '=', linked.email).execute();
    const customer = await makeCustomer(tx, chosen);
    await recordAudit(tx, { actor: customerActor(customer.id), action: 'email-verify' });
    return from && signInCustomer(tx, customer, 'sign-up', from);
  });
}

/** Deletes the sign-up whose link was mailed to somebody who did not sign up. Throws a `Refusal` (422) when the secret is not valid. */
export async function deleteRegistration(tx: Tx, token: string): Promise<void> {
  const { id } = await findByToken(tx, token);
  await tx.deleteFrom('registration').where('id', '=', id).execute();
}
