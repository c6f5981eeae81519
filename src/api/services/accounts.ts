import type { register, Session } from '#lib/contract/auth.ts';
import type { ParsedBodyOf } from '#lib/contract/call.ts';
import { failure } from '#lib/contract/messages.ts';
import { type Db, type Tx, write } from '../database/open.ts';
import { mailAlreadyRegistered } from './account-mails.ts';
import { emailTaken, findByEmail, findByVerifiedPhone, lockEmail, lockPhone } from './customers.ts';
import { type Applicant, keepRegistration } from './email-verification.ts';
import { requireBudget } from './limits/message-budget.ts';
import { hashPassword } from './passwords.ts';
import { Refusal, refuseField } from './refusal.ts';
import { newSecret } from './secrets.ts';
import { startSession, toCustomer } from './sessions.ts';

type SignUp = Omit<ParsedBodyOf<typeof register>, 'captcha_token'>;

/** What a shop can prove: an e-mail address where it sends mails; nothing in a demo, where whatever is said counts as proven. */
export interface Proofs {
  demoMode: boolean;
  sends: { mail: boolean };
  siteUrl: string;
}

/**
 * Signs up where mails are sent: nobody is a customer before the mailed link was opened. Whoever has an account already is told so by
 * mail alone; the answer, and the time it takes, are the same. Its receipt is a random label that stands for nothing.
 */
async function registerByMail(tx: Tx, applicant: Applicant, siteUrl: string): Promise<Session> {
  await requireBudget(tx, 'mail');
  await lockEmail(tx, applicant.email);
  const holder = await findByEmail(tx, applicant.email);
  if (holder?.email_verified_at) {
    await mailAlreadyRegistered(tx, { email: applicant.email, firstname: holder.firstname, siteUrl });
  } else await keepRegistration(tx, applicant, siteUrl);
  return { customer: toCustomer({ ...applicant, alt_phone_number: null }), email_verification_token: newSecret() };
}

/**
 * Signs up where no mails are sent, and signs in. Here an address that is taken has to be refused to its face, which tells that it is
 * known; a limit keeps that from being asked of many. In a demo shop the number counts as proven as well: one that another
 * account has is refused, and so is one that bought as a guest, which its owner opens with a code.
 */
async function registerAtOnce(tx: Tx, applicant: Applicant, demoMode: boolean): Promise<Session> {
  await lockEmail(tx, applicant.email);
  await lockPhone(tx, applicant.phone_number);
  if (await findByEmail(tx, applicant.email)) throw emailTaken();
  const holder = demoMode ? await findByVerifiedPhone(tx, applicant.phone_number) : undefined;
  if (holder?.password_hash) {
    throw new Refusal(409, failure.phoneTaken, { errors: { phone_number: [failure.phoneTaken] } });
  }
  if (holder) throw refuseField('phone_number', failure.phoneKnown);
  const now = new Date().toISOString();
  const customer = await tx
    .insertInto('customer')
    .values({ ...applicant, email_verified_at: now, phone_verified_at: demoMode ? now : null, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  return startSession(tx, customer);
}

/** Signs a shopper up. Throws a `Refusal`: 409 or 422 as `registerAtOnce` says, 429 under too much load. */
export async function registerCustomer(
  db: Db,
  { password, terms: _, ...person }: SignUp,
  { demoMode, sends, siteUrl }: Proofs,
): Promise<Session> {
  const applicant = { ...person, password_hash: await hashPassword(password) };
  return write(db, (tx) => (sends.mail ? registerByMail(tx, applicant, siteUrl) : registerAtOnce(tx, applicant, demoMode)));
}
