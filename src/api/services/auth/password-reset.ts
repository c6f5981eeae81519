import { lockRows } from '#api/database/locks.ts';
import { type Db, type Tx, write } from '#api/database/open.ts';
import type { CustomerTable } from '#api/database/schema/tables.ts';
import { findByVerifiedEmail } from '#api/services/accounts/customers.ts';
import { mailPasswordChanged, mailPasswordReset } from '#api/services/accounts/mails.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { resetRateLimit } from '#api/services/limits/rate-limits.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { deleteSessions, type Shopper } from '#api/services/sessions/sessions.ts';
import { createToken, hashToken } from '#api/services/sessions/tokens.ts';
import { FRESH_SESSION_SECONDS, RESET_LINK_TTL_SECONDS } from '#lib/contract/limits.ts';
import { failure, fieldErrors } from '#lib/contract/texts.ts';
import { findPasswordHash } from './email-verification.ts';
import { hashPassword, verifyPassword } from './password-hashing.ts';

/** Mails a link for a new password, if the address is a customer's and proven. */
export async function requestPasswordReset(tx: Tx, email: string, siteUrl: string): Promise<void> {
  const now = Date.now();
  await tx.deleteFrom('password_reset').where('expires_at', '<', new Date(now).toISOString()).execute();
  const customer = await findByVerifiedEmail(tx, email);
  if (!customer?.email) return;
  const secret = createToken();
  const expiresAt = new Date(now + RESET_LINK_TTL_SECONDS * 1000).toISOString();
  await tx
    .insertInto('password_reset')
    .values({ token_hash: hashToken(secret), customer_id: customer.id, expires_at: expiresAt })
    .execute();
  await mailPasswordReset(tx, { email: customer.email, firstname: customer.firstname, siteUrl }, secret);
}

/** Sets a password and forgets what may stand against it: links to set another, and wrong tries of the old one. */
async function setPassword(tx: Tx, customerId: number, passwordHash: string, siteUrl: string): Promise<void> {
  const { email, firstname, email_verified_at } = await tx
    .updateTable('customer')
    .set({ password_hash: passwordHash })
    .where('id', '=', customerId)
    .returning(['email', 'firstname', 'email_verified_at'])
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('password_reset').where('customer_id', '=', customerId).execute();
  // An address that nobody has verified may be a stranger's.
  if (!email || !email_verified_at) return;
  await resetRateLimit(tx, 'login', { account: email });
  await mailPasswordChanged(tx, { email, firstname, siteUrl });
}

const deadLink = (): Refusal =>
  new Refusal(422, failure.resetLink, { code: 'reset_link_invalid', errors: { token: [failure.resetLink] } });

/**
 * Sets a new password by a mailed secret, once; every session of the customer ends. Throws a `Refusal`: 422 when the secret is unknown,
 * used or too old, 429 under too much load.
 */
export async function resetPasswordByToken(
  db: Db,
  secret: string,
  password: string,
  siteUrl: string,
  address?: string,
): Promise<void> {
  const tokenHash = hashToken(secret);
  const alive = await db
    .selectFrom('password_reset')
    .select('customer_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  if (!alive) throw deadLink();
  const passwordHash = await hashPassword(password);
  await write(db, async (tx) => {
    const used = await tx
      .deleteFrom('password_reset')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', new Date().toISOString())
      .returning('customer_id')
      .executeTakeFirst();
    if (!used) throw deadLink();
    await setPassword(tx, used.customer_id, passwordHash, siteUrl);
    await deleteSessions(tx, used.customer_id);
    await recordAudit(tx, { actor: customerActor(used.customer_id), action: 'password-reset', ipAddress: address });
  });
}

type Account = Pick<CustomerTable, 'password_hash' | 'email_verified_at'>;

export interface PasswordChange {
  old_password?: string | undefined;
  new_password: string;
}

/** Whether somebody has proven who they are only just now, by a code, a password or a sign-up. */
const isFresh = ({ openedAt }: Shopper): boolean => Date.parse(openedAt) > Date.now() - FRESH_SESSION_SECONDS * 1000;

/**
 * Holds a password change to its rule: the old password must be known. Who has none, or could not be mailed a link because the address is
 * not verified, must have signed in only just now instead. Throws a `Refusal` (422, 429).
 */
async function vouchForChange(shopper: Shopper, account: Account, oldPassword: string | undefined): Promise<void> {
  if ((!account.email_verified_at || !account.password_hash) && isFresh(shopper)) return;
  if (!account.password_hash) throw refuseField('old_password', failure.noPassword);
  if (!oldPassword) throw refuseField('old_password', fieldErrors.oldPasswordRequired);
  if (!(await verifyPassword(oldPassword, account.password_hash))) throw refuseField('old_password', failure.oldPasswordWrong);
}

/**
 * Changes a customer's password, or sets the first; every session but the one at work ends. Throws a `Refusal`: 422 when the old password
 * is wrong, or must be known and is not, 429 under too much load.
 */
export async function updatePassword(
  db: Db,
  shopper: Shopper,
  { old_password, new_password }: PasswordChange,
  siteUrl: string,
  address?: string,
): Promise<void> {
  const { customerId, token } = shopper;
  const columns = ['email', 'password_hash', 'email_verified_at'] as const;
  const before = await db.selectFrom('customer').select(columns).where('id', '=', customerId).executeTakeFirstOrThrow();
  await vouchForChange(shopper, before, old_password);
  const shared = before.email && !before.email_verified_at ? await findPasswordHash(db, before.email) : undefined;
  const passwordHash = await hashPassword(new_password, shared);
  await write(db, async (tx) => {
    const query = tx.selectFrom('customer').select('password_hash').where('id', '=', customerId);
    const now = await lockRows(tx, query).executeTakeFirstOrThrow();
    if (now.password_hash !== before.password_hash) throw refuseField('old_password', failure.oldPasswordWrong);
    await setPassword(tx, customerId, passwordHash, siteUrl);
    await deleteSessions(tx, customerId, { except: token });
    await recordAudit(tx, { actor: customerActor(customerId), action: 'password-change', ipAddress: address });
  });
}
