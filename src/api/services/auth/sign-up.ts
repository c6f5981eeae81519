import type { Insertable } from 'kysely';
import { type Db, type Tx, write } from '#api/database/open.ts';
import type { CustomerTable } from '#api/database/schema/tables.ts';
import {
  findByVerifiedEmail,
  findByVerifiedPhone,
  lockEmail,
  lockPhone,
  refuseTakenEmail,
} from '#api/services/accounts/customers.ts';
import { mailAlreadyRegistered } from '#api/services/accounts/mails.ts';
import { findActiveDemo } from '#api/services/demo.ts';
import { requireBudget } from '#api/services/limits/message-budget.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { toCustomer } from '#api/services/sessions/sessions.ts';
import { createToken } from '#api/services/sessions/tokens.ts';
import type { registerCall, Session } from '#lib/contract/auth.ts';
import type { ParsedBodyOf } from '#lib/contract/call.ts';
import { failure } from '#lib/contract/texts.ts';
import { findPasswordHash, insertRegistration, type RegistrationDetails } from './email-verification.ts';
import { hashPassword } from './password-hashing.ts';
import { type SignInContext, signInCustomer } from './sign-in.ts';

type SignUp = Omit<ParsedBodyOf<typeof registerCall>, 'captcha_token'>;

/** What a shop can verify: an e-mail address where it sends mails; a demo takes whatever is said at sign-up as verified. */
export interface SignUpOptions {
  demoMode: boolean;
  sends: { mail: boolean };
  siteUrl: string;
}

/**
 * Signs up where mails are sent: nobody is a customer before the mailed link was confirmed. Whoever has an account already is told so by
 * mail alone; the answer, and the time it takes, are the same. Its receipt confirms the address together with the mailed secret.
 */
async function registerByMail(tx: Tx, applicant: RegistrationDetails, siteUrl: string): Promise<Session> {
  await requireBudget(tx, 'mail');
  await lockEmail(tx, applicant.email);
  const receipt = createToken();
  const owner = await findByVerifiedEmail(tx, applicant.email);
  if (owner) await mailAlreadyRegistered(tx, { email: applicant.email, firstname: owner.firstname, siteUrl });
  else await insertRegistration(tx, applicant, receipt, siteUrl);
  return { customer: toCustomer({ ...applicant, alt_phone_number: null }), email_verification_token: receipt };
}

/**
 * Signs up in a demo, where the address and the number count as verified until the demo ends. Throws a `Refusal` (409, 422) when either is
 * somebody's.
 */
async function registerInDemo(tx: Tx, applicant: RegistrationDetails, visit: SignInContext): Promise<Session> {
  await lockEmail(tx, applicant.email);
  await lockPhone(tx, applicant.phone_number);
  if (await findByVerifiedEmail(tx, applicant.email)) throw refuseTakenEmail();
  const holder = await findByVerifiedPhone(tx, applicant.phone_number);
  if (holder?.password_hash) {
    throw new Refusal(409, failure.phoneTaken, { errors: { phone_number: [failure.phoneTaken] } });
  }
  if (holder) throw refuseField('phone_number', failure.phoneKnown);
  const now = new Date().toISOString();
  return addCustomer(
    tx,
    { ...applicant, email_verified_at: now, phone_verified_at: now, phone_named_at: now, created_at: now },
    visit,
  );
}

/**
 * Signs up where no mails are sent, and signs in. Nothing is verified, so the account is one of its own whoever else names the same address
 * or number. The same sign-up sent again opens the account that it made.
 */
async function registerUnverified(tx: Tx, applicant: RegistrationDetails, visit: SignInContext): Promise<Session> {
  await lockEmail(tx, applicant.email);
  const present = await tx
    .selectFrom('customer')
    .selectAll()
    .where('email', '=', applicant.email)
    .where('phone_number', '=', applicant.phone_number)
    .where('password_hash', '=', applicant.password_hash)
    .executeTakeFirst();
  if (present) return signInCustomer(tx, present, 'sign-up', visit);
  return addCustomer(tx, { ...applicant, created_at: new Date().toISOString() }, visit);
}

async function addCustomer(tx: Tx, row: Insertable<CustomerTable>, visit: SignInContext): Promise<Session> {
  const customer = await tx.insertInto('customer').values(row).returningAll().executeTakeFirstOrThrow();
  return signInCustomer(tx, customer, 'sign-up', visit);
}

/** Signs a shopper up; `visit` is asked for when that signs them in. Throws a `Refusal`: 409 or 422 as `registerInDemo` says, 429 under too much load. */
export async function registerCustomer(
  db: Db,
  { password, terms: _, ...person }: SignUp,
  { demoMode, sends, siteUrl }: SignUpOptions,
  visit: () => SignInContext,
): Promise<Session> {
  const demo = demoMode && (await findActiveDemo(db)) !== undefined;
  const like = await findPasswordHash(db, person.email);
  const applicant = { ...person, password_hash: await hashPassword(password, like) };
  if (sends.mail) return write(db, (tx) => registerByMail(tx, applicant, siteUrl));
  const from = visit();
  return write(db, (tx) => (demo ? registerInDemo(tx, applicant, from) : registerUnverified(tx, applicant, from)));
}
