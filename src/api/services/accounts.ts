import type { Insertable } from 'kysely';
import { type Db, type Tx, write } from '#api/database/open.ts';
import type { CustomerTable } from '#api/database/tables.ts';
import type { register, Session } from '#lib/contract/auth.ts';
import type { ParsedBodyOf } from '#lib/contract/call.ts';
import { failure } from '#lib/contract/messages.ts';
import { mailAlreadyRegistered } from './account-mails.ts';
import { emailTaken, findByVerifiedEmail, findByVerifiedPhone, lockEmail, lockPhone } from './customers.ts';
import { openDemo } from './demo/period.ts';
import { type Applicant, anyHashOf, keepRegistration } from './email-verification.ts';
import { requireBudget } from './limits/message-budget.ts';
import { hashPassword } from './passwords.ts';
import { Refusal, refuseField } from './refusal.ts';
import { newSecret } from './secrets.ts';
import { toCustomer } from './sessions.ts';
import { signInCustomer, type Visit } from './sign-in.ts';

type SignUp = Omit<ParsedBodyOf<typeof register>, 'captcha_token'>;

/** What a shop can verify: an e-mail address where it sends mails; a demo takes whatever is said at sign-up as verified. */
export interface Proofs {
  demoMode: boolean;
  sends: { mail: boolean };
  siteUrl: string;
}

/**
 * Signs up where mails are sent: nobody is a customer before the mailed link was confirmed. Whoever has an account already is told so by
 * mail alone; the answer, and the time it takes, are the same. Its receipt confirms the address together with the mailed secret.
 */
async function registerByMail(tx: Tx, applicant: Applicant, siteUrl: string): Promise<Session> {
  await requireBudget(tx, 'mail');
  await lockEmail(tx, applicant.email);
  const receipt = newSecret();
  const owner = await findByVerifiedEmail(tx, applicant.email);
  if (owner) await mailAlreadyRegistered(tx, { email: applicant.email, firstname: owner.firstname, siteUrl });
  else await keepRegistration(tx, applicant, receipt, siteUrl);
  return { customer: toCustomer({ ...applicant, alt_phone_number: null }), email_verification_token: receipt };
}

/**
 * Signs up in a demo, where the address and the number count as verified until the demo ends. Throws a `Refusal` (409, 422) when either is
 * somebody's.
 */
async function registerInDemo(tx: Tx, applicant: Applicant, visit: Visit): Promise<Session> {
  await lockEmail(tx, applicant.email);
  await lockPhone(tx, applicant.phone_number);
  if (await findByVerifiedEmail(tx, applicant.email)) throw emailTaken();
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
async function registerUnverified(tx: Tx, applicant: Applicant, visit: Visit): Promise<Session> {
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

async function addCustomer(tx: Tx, row: Insertable<CustomerTable>, visit: Visit): Promise<Session> {
  const customer = await tx.insertInto('customer').values(row).returningAll().executeTakeFirstOrThrow();
  return signInCustomer(tx, customer, 'sign-up', visit);
}

/** Signs a shopper up; `visit` is asked for when that signs them in. Throws a `Refusal`: 409 or 422 as `registerInDemo` says, 429 under too much load. */
export async function registerCustomer(
  db: Db,
  { password, terms: _, ...person }: SignUp,
  { demoMode, sends, siteUrl }: Proofs,
  visit: () => Visit,
): Promise<Session> {
  const demo = demoMode && (await openDemo(db)) !== undefined;
  const like = await anyHashOf(db, person.email);
  const applicant = { ...person, password_hash: await hashPassword(password, like) };
  if (sends.mail) return write(db, (tx) => registerByMail(tx, applicant, siteUrl));
  const from = visit();
  return write(db, (tx) => (demo ? registerInDemo(tx, applicant, from) : registerUnverified(tx, applicant, from)));
}
