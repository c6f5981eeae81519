import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { type MailRecipient, mailVerificationLink } from '#api/services/accounts/account-mails.ts';
import { findByVerifiedEmail, listAccountsWithPassword, lockEmail } from '#api/services/accounts/customers.ts';
import { insertCustomer } from '#api/services/accounts/insert-customer.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { countAttempt } from '#api/services/limits/enforce-rate-limits.ts';
import { isBudgetExceeded } from '#api/services/limits/message-budget.ts';
import { type Refusal, refuseField } from '#api/services/refusal.ts';
import { deleteSessions } from '#api/services/sessions/sessions.ts';
import { createToken, hashToken } from '#api/services/sessions/tokens.ts';
import type { Session } from '#lib/contract/customer.ts';
import { VERIFICATION_LINK_HOURS } from '#lib/contract/lifetimes.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { HOUR_MS, isoFromNow, isoNow } from '#lib/rules/durations.ts';
import { type SignInContext, signInCustomer } from './complete-sign-in.ts';
import { findMatchingHash } from './password-hashing.ts';

export interface RegistrationDetails {
  firstname: string;
  lastname: string;
  email: string;
  phone_number: string;
  password_hash: string;
}

const LINK_TTL_MS = VERIFICATION_LINK_HOURS * HOUR_MS;

const linkExpiry = (): string => isoFromNow(LINK_TTL_MS);

/** Registrations whose link has not expired. */
const selectPending = (db: Db) => db.selectFrom('registration').selectAll().where('expires_at', '>', isoNow());

/**
 * Stores a registration until its address is verified, and mails the link. `receipt` was returned to the browser that signed up: together
 * with the mailed token it proves that both belong to the same person.
 */
export async function insertRegistration(tx: Tx, details: RegistrationDetails, receipt: string, siteUrl: string): Promise<void> {
  await tx.deleteFrom('registration').where('expires_at', '<', isoNow()).execute();
  const token = createToken();
  const hashes = { token_hash: hashToken(token), receipt_hash: hashToken(receipt) };
  await tx
    .insertInto('registration')
    .values({ ...details, ...hashes, expires_at: linkExpiry() })
    .execute();
  await mailVerificationLink(tx, { ...details, siteUrl }, { token, ttlMs: LINK_TTL_MS });
}

/** The most registrations read for one address; the rate limit on sign-ups keeps real numbers lower. */
const MAX_REGISTRATIONS = 200;

/** The pending registrations with this address, newest first. */
export const listPendingRegistrations = (db: Db, email: string) =>
  selectPending(db).where('email', '=', email).orderBy('id', 'desc').limit(MAX_REGISTRATIONS).execute();

/** A stored password hash for this address, whose salt new hashes reuse (password-hashing.ts); undefined where there is none. */
export async function findPasswordHash(db: Db, email: string): Promise<string | undefined> {
  const [account] = await listAccountsWithPassword(db, email);
  if (account) return account.password_hash;
  const [registration] = await listPendingRegistrations(db, email);
  return registration?.password_hash;
}

/** Mails a new link for a pending registration; the earlier link stops working. Does nothing over the rate limit or message budget. */
export async function resendVerificationLink(tx: Tx, registrationId: number, to: MailRecipient): Promise<void> {
  if (await countAttempt(tx, 'verifyMail', { account: to.email })) return;
  if (await isBudgetExceeded(tx, 'mail')) return;
  const token = createToken();
  const { numUpdatedRows } = await tx
    .updateTable('registration')
    .set({ token_hash: hashToken(token), expires_at: linkExpiry() })
    .where('id', '=', registrationId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await mailVerificationLink(tx, to, { token, ttlMs: LINK_TTL_MS });
}

type Registration = Awaited<ReturnType<typeof listPendingRegistrations>>[number];

const refuseInvalidLink = (): Refusal => refuseField('token', failure.verifyLink);

/** The registration of a mailed token. Throws a `Refusal` (422) when the token is unknown, used or expired. */
async function findByToken(db: Db, token: string): Promise<Registration> {
  const found = await selectPending(db).where('token_hash', '=', hashToken(token)).executeTakeFirst();
  if (!found) throw refuseInvalidLink();
  return found;
}

/** Proof that the visitor who opened the link also signed up: the receipt from the sign-up reply, or the password. */
export interface SignUpProof {
  receipt?: string | undefined;
  password?: string | undefined;
}

/**
 * The registration to confirm. The token proves the address; the receipt or password selects one of the registrations with that address.
 * Throws a `Refusal` (422, field `password`) when neither matches.
 */
async function matchRegistration(db: Db, linked: Registration, { receipt, password }: SignUpProof): Promise<Registration> {
  const pending = await listPendingRegistrations(db, linked.email);
  const receiptHash = receipt === undefined ? undefined : hashToken(receipt);
  const withReceipt = receiptHash && pending.find(({ receipt_hash }) => receipt_hash === receiptHash);
  if (withReceipt) return withReceipt;
  if (!password) throw refuseField('password', fieldErrors.signUpPasswordRequired);
  const candidates = [linked, ...pending.filter(({ id }) => id !== linked.id)];
  const hash = await findMatchingHash(
    password,
    candidates.map(({ password_hash }) => password_hash),
  );
  const match = candidates.find(({ password_hash }) => password_hash === hash);
  if (!match) throw refuseField('password', failure.signUpPasswordWrong);
  return match;
}

/** The unverified account of the same person: one with the same password, or a guest with the same phone number and address. */
async function findSamePerson(tx: Tx, { email, phone_number, password_hash }: Registration) {
  const withEmail = tx.selectFrom('customer').select(['id', 'phone_verified_at']).where('email', '=', email);
  const withPassword = await withEmail.where('password_hash', '=', password_hash).orderBy('id').executeTakeFirst();
  if (withPassword) return withPassword;
  return withEmail.where('phone_number', '=', phone_number).where('phone_verified_at', 'is not', null).executeTakeFirst();
}

/** Creates the customer of a registration, or updates the account this person already has and deletes its sessions. */
async function createCustomer(tx: Tx, registration: Registration) {
  const now = isoNow();
  const { firstname, lastname, email, phone_number, password_hash } = registration;
  const row = { firstname, lastname, email, password_hash, email_verified_at: now, phone_named_at: now };
  const same = await findSamePerson(tx, registration);
  if (!same) return insertCustomer(tx, { ...row, phone_number, created_at: now });
  await deleteSessions(tx, same.id);
  const newPhone = same.phone_verified_at ? {} : { phone_number };
  const changed = tx.updateTable('customer').set({ ...row, ...newPhone });
  return changed.where('id', '=', same.id).returningAll().executeTakeFirstOrThrow();
}

/**
 * Verifies an address by the mailed token, creates the customer of the registration that `proof` matches, and deletes all others with the
 * address. With the password it also signs in (`getContext` is called only then) and returns a session. Throws a `Refusal`: 422 when the
 * token is unknown, used or expired, the address has an account by now, or the proof is wrong; 429 when the hashing queue is full.
 */
export async function confirmRegistration(
  db: Db,
  token: string,
  proof: SignUpProof,
  getContext: () => SignInContext,
): Promise<Session | undefined> {
  const linked = await findByToken(db, token);
  const registration = await matchRegistration(db, linked, proof);
  const context = proof.password ? getContext() : undefined;
  return write(db, async (tx) => {
    await lockEmail(tx, linked.email);
    // Checks again under the lock: a concurrent request may have confirmed this or another registration of the address.
    await findByToken(tx, token);
    const current = await tx.selectFrom('registration').select('id').where('id', '=', registration.id).executeTakeFirst();
    if (!current || (await findByVerifiedEmail(tx, linked.email))) throw refuseInvalidLink();
    await tx.deleteFrom('registration').where('email', '=', linked.email).execute();
    const customer = await createCustomer(tx, registration);
    await recordAudit(tx, { actor: customerActor(customer.id), action: 'email-verify' });
    return context && signInCustomer(tx, customer, 'sign-up', context);
  });
}

/** Deletes a registration on behalf of a recipient who did not sign up. Throws a `Refusal` (422) when the token is not valid. */
export async function deleteRegistration(tx: Tx, token: string): Promise<void> {
  const { id } = await findByToken(tx, token);
  await tx.deleteFrom('registration').where('id', '=', id).execute();
}
