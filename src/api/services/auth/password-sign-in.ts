import { lockRows } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { listAccountsWithPassword } from '#api/services/accounts/customers.ts';
import { resetRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { Session } from '#lib/contract/customer.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { type SignInContext, signInCustomer } from './complete-sign-in.ts';
import { listPendingRegistrations, resendVerificationLink } from './email-verification.ts';
import { findMatchingHash } from './password-hashing.ts';

const refuseSignIn = (): Refusal => new Refusal(401, failure.login, { code: 'login_refused' });

interface SignInDetails {
  /** The hash of the device, when it is a known device of the account. */
  device: string | undefined;
  context: SignInContext;
}

/** Creates a session. Throws a `Refusal` (401) when the password was changed after it was compared. */
async function createSessionFor(
  tx: Tx,
  customerId: number,
  comparedHash: string,
  { device, context }: SignInDetails,
): Promise<Session> {
  const customer = await lockRows(tx, tx.selectFrom('customer').selectAll().where('id', '=', customerId)).executeTakeFirst();
  if (!customer || customer.password_hash !== comparedHash) throw refuseSignIn();
  // A known device has its own counters, so the account's shared ones are left alone.
  if (device) await resetRateLimit(tx, 'loginDevice', { device });
  // Accounts may share an unverified address: signing in to one must not allow more guesses at the others.
  else if (customer.email && customer.email_verified_at) await resetRateLimit(tx, 'login', { account: customer.email });
  return signInCustomer(tx, customer, 'password', context);
}

/**
 * Signs in with a password, which selects the account when several share the address. An unknown account and a wrong password get the same
 * reply after the same work. The password of a pending registration gets a new verification link. Throws a `Refusal`: 401 wrong, 403 not
 * verified yet, 429 when the hashing queue is full.
 */
export async function signInWithPassword(
  db: Db,
  { email, password }: { email: string; password: string },
  { device, getContext, siteUrl }: { device: string | undefined; getContext: () => SignInContext; siteUrl: string },
): Promise<Session> {
  const accounts = await listAccountsWithPassword(db, email);
  const pending = await listPendingRegistrations(db, email);
  const hash = await findMatchingHash(
    password,
    [...accounts, ...pending].map(({ password_hash }) => password_hash),
  );
  if (!hash) throw refuseSignIn();
  // A later registration of the same person may have the same password: the oldest account has their orders.
  const [account] = accounts.filter(({ password_hash }) => password_hash === hash).toSorted((a, b) => a.id - b.id);
  if (account) {
    const details = { device, context: getContext() };
    return write(db, (tx) => createSessionFor(tx, account.id, hash, details));
  }
  const registration = pending.find(({ password_hash }) => password_hash === hash);
  if (registration) {
    const to = { email: registration.email, firstname: registration.firstname, siteUrl };
    await write(db, (tx) => resendVerificationLink(tx, registration.id, to));
  }
  throw new Refusal(403, failure.verifyEmail, { code: 'email_unverified' });
}
