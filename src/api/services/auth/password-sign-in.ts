import { lockRows } from '#api/database/locks.ts';
import { type Db, type Tx, write } from '#api/database/open.ts';
import { findByVerifiedPhone, listAccountsWithPassword } from '#api/services/accounts/customers.ts';
import { resetRateLimit } from '#api/services/limits/rate-limits.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { Session } from '#lib/contract/auth.ts';
import { failure } from '#lib/contract/texts.ts';
import { listPendingRegistrations, resendVerificationLink } from './email-verification.ts';
import { findMatchingHash } from './password-hashing.ts';
import { type SignInContext, signInCustomer } from './sign-in.ts';

const refused = (): Refusal => new Refusal(401, failure.login, { code: 'login_refused' });

interface Guest {
  /** The hash of the device, where the account is known by it. */
  device: string | undefined;
  visit: SignInContext;
}

/** Opens a session unless the password has been changed since it was compared. */
async function openFor(tx: Tx, customerId: number, comparedHash: string, { device, visit }: Guest): Promise<Session> {
  const customer = await lockRows(tx, tx.selectFrom('customer').selectAll().where('id', '=', customerId)).executeTakeFirst();
  if (!customer || customer.password_hash !== comparedHash) throw refused();
  // Signing in with a known device leaves what strangers have tried as it is: it was never in the way.
  if (device) await resetRateLimit(tx, 'loginDevice', { device });
  // Several may name one unverified address: signing in to one must not allow more guesses at the others.
  else if (customer.email && customer.email_verified_at) await resetRateLimit(tx, 'login', { account: customer.email });
  return signInCustomer(tx, customer, 'password', visit);
}

/**
 * Signs in by password, which chooses the account where several name the address. Says the same, after the same work, whether the account
 * does not exist or the password is wrong. Only who knows
 * the password of a sign-up that still waits for its proof is told so, and mailed a new link. Throws a `Refusal`: 401 wrong, 403 not
 * yet proven, 429 under too much load.
 */
export async function signInWithPassword(
  db: Db,
  { email, password }: { email: string; password: string },
  { device, visit, siteUrl }: { device: string | undefined; visit: () => SignInContext; siteUrl: string },
): Promise<Session> {
  const accounts = await listAccountsWithPassword(db, email);
  const waiting = await listPendingRegistrations(db, email);
  const hash = await findMatchingHash(
    password,
    [...accounts, ...waiting].map(({ password_hash }) => password_hash),
  );
  if (!hash) throw refused();
  const account = accounts.find(({ password_hash }) => password_hash === hash);
  if (account) {
    const guest = { device, visit: visit() };
    return write(db, (tx) => openFor(tx, account.id, hash, guest));
  }
  const registration = waiting.find(({ password_hash }) => password_hash === hash);
  if (registration) {
    const to = { email: registration.email, firstname: registration.firstname, siteUrl };
    await write(db, (tx) => resendVerificationLink(tx, registration.id, to));
  }
  throw new Refusal(403, failure.verifyEmail, { code: 'email_unverified' });
}

/** The customer who signs in by a code sent to this number: one who has proven it and has a name. */
export async function findNamedCustomerByPhone(db: Db, phone: string) {
  const customer = await findByVerifiedPhone(db, phone);
  return customer?.firstname ? customer : undefined;
}
