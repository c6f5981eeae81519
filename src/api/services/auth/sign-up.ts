import type { Insertable } from 'kysely';
import type { CustomerTable } from '#api/database/schema/accounts.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { mailAlreadyRegistered } from '#api/services/accounts/account-mails.ts';
import {
  findByVerifiedEmail,
  findByVerifiedPhone,
  lockEmail,
  lockPhone,
  refuseTakenEmail,
} from '#api/services/accounts/customers.ts';
import { insertCustomer } from '#api/services/accounts/insert-customer.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import { requireBudget } from '#api/services/limits/message-budget.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { toCustomer } from '#api/services/sessions/sessions.ts';
import { createToken } from '#api/services/sessions/tokens.ts';
import { findActiveDemo } from '#api/services/store/demo-period.ts';
import type { ParsedBodyOf } from '#lib/contract/calls/define-call.ts';
import type { Session } from '#lib/contract/customer.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { registerCall } from '#lib/contract/sign-up.ts';
import { isoAgo, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { type SignInContext, signInCustomer } from './complete-sign-in.ts';
import { findPasswordHash, insertRegistration, type RegistrationDetails } from './email-verification.ts';
import { enforceSignInLimit } from './enforce-sign-in-limits.ts';
import { hashPassword } from './password-hashing.ts';

type SignUp = Omit<ParsedBodyOf<typeof registerCall>, 'captcha_token'>;

/** How the store verifies sign-ups: by email when it sends mail; a demo treats everything as verified. */
export interface SignUpOptions {
  demoMode: boolean;
  sends: { mail: boolean };
  siteUrl: string;
}

/**
 * Registers in a store that sends mail: the customer is created when the mailed link is confirmed. An existing account is revealed by mail
 * only; the reply and its timing are the same. The returned receipt confirms the address together with the mailed token.
 */
async function registerByMail(tx: Tx, details: RegistrationDetails, siteUrl: string): Promise<Session> {
  await requireBudget(tx, 'mail');
  await lockEmail(tx, details.email);
  const receipt = createToken();
  const owner = await findByVerifiedEmail(tx, details.email);
  if (owner) await mailAlreadyRegistered(tx, { email: details.email, firstname: owner.firstname, siteUrl });
  else await insertRegistration(tx, details, receipt, siteUrl);
  return { customer: toCustomer({ ...details, alt_phone_number: null, mailbox: null }), email_verification_token: receipt };
}

/** Registers in a demo, where address and phone number count as verified. Throws a `Refusal` (409, 422) when either is taken. */
async function registerInDemo(tx: Tx, details: RegistrationDetails, context: SignInContext): Promise<Session> {
  await lockEmail(tx, details.email);
  await lockPhone(tx, details.phone_number);
  if (await findByVerifiedEmail(tx, details.email)) throw refuseTakenEmail();
  const holder = await findByVerifiedPhone(tx, details.phone_number);
  if (holder?.password_hash) {
    throw new Refusal(409, failure.phoneTaken, { errors: { phone_number: [failure.phoneTaken] } });
  }
  if (holder) throw refuseField('phone_number', failure.phoneKnown);
  const now = isoNow();
  return addCustomer(
    tx,
    { ...details, email_verified_at: now, phone_verified_at: now, phone_named_at: now, created_at: now },
    context,
  );
}

/** How long the same registration, sent again, signs in to the account that it created, in milliseconds. */
const REPEAT_MS = MINUTE_MS;

/**
 * Registers and signs in, in a store that sends no mail. Nothing is verified, so accounts may share an address or number. Idempotent: the
 * same registration sent again within a minute signs in to the account it created. Later it creates another account, whatever the password,
 * so that the reply does not tell whether the password is that of an older account.
 */
async function registerUnverified(tx: Tx, details: RegistrationDetails, context: SignInContext): Promise<Session> {
  await lockEmail(tx, details.email);
  const existing = await tx
    .selectFrom('customer')
    .selectAll()
    .where('email', '=', details.email)
    .where('phone_number', '=', details.phone_number)
    .where('password_hash', '=', details.password_hash)
    .where('created_at', '>=', isoAgo(REPEAT_MS))
    .where('created_at', '<=', latestExpiry(0))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (existing) return signInCustomer(tx, existing, 'sign-up', context);
  return addCustomer(tx, { ...details, created_at: isoNow() }, context);
}

async function addCustomer(tx: Tx, row: Insertable<CustomerTable>, context: SignInContext): Promise<Session> {
  const customer = await insertCustomer(tx, row);
  return signInCustomer(tx, customer, 'sign-up', context);
}

/**
 * Registers a shopper; `getContext` is called only when that signs them in. Throws a `Refusal`: 422 for a common password, 409 or 422 when a demo
 * already has the address or number, 429 when the hashing queue is full or, in a store without mail, sign-in attempts for
 * the address are used up, 503 when the mail budget is used up.
 */
export async function registerCustomer(
  db: Db,
  { password, terms: _, ...person }: SignUp,
  { demoMode, sends, siteUrl }: SignUpOptions,
  getContext: () => SignInContext,
): Promise<Session> {
  const demo = demoMode && (await findActiveDemo(db)) !== undefined;
  await refuseCommonPassword('password', password);
  const context = sends.mail ? undefined : getContext();
  // Without mail, a registration for a taken address compares its password as a sign-in does.
  if (context && !demo) await enforceSignInLimit(db, 'login', { ...context, account: person.email });
  const saltFrom = await findPasswordHash(db, person.email);
  const details = { ...person, password_hash: await hashPassword(password, saltFrom) };
  if (!context) return write(db, (tx) => registerByMail(tx, details, siteUrl));
  return write(db, (tx) => (demo ? registerInDemo(tx, details, context) : registerUnverified(tx, details, context)));
}
