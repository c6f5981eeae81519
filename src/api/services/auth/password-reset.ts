import { lockRows } from '#api/database/locks.ts';
import type { CustomerTable } from '#api/database/schema/accounts.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { mailPasswordChanged, mailPasswordReset } from '#api/services/accounts/account-mails.ts';
import { findByVerifiedEmail } from '#api/services/accounts/customers.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { resetRateLimit } from '#api/services/limits/rate-limits.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { deleteSessions, type Shopper } from '#api/services/sessions/sessions.ts';
import { createToken, hashToken } from '#api/services/sessions/tokens.ts';
import { RECENT_SIGN_IN_MINUTES, RESET_LINK_MINUTES } from '#lib/contract/lifetimes.ts';
import { failure, fieldErrors } from '#lib/contract/texts.ts';
import { isoFromNow, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';
import { findPasswordHash } from './email-verification.ts';
import { hashPassword, verifyPassword } from './password-hashing.ts';

const RESET_LINK_TTL_MS = RESET_LINK_MINUTES * MINUTE_MS;

/** Within this time after signing in, a customer without a verified email address may set a password without the old one. */
const RECENT_SESSION_MS = RECENT_SIGN_IN_MINUTES * MINUTE_MS;

/** Mails a link that sets a new password, if a customer has verified this address. */
export async function requestPasswordReset(tx: Tx, email: string, siteUrl: string): Promise<void> {
  await tx.deleteFrom('password_reset').where('expires_at', '<', isoNow()).execute();
  const customer = await findByVerifiedEmail(tx, email);
  if (!customer?.email) return;
  const token = createToken();
  const expiresAt = isoFromNow(RESET_LINK_TTL_MS);
  await tx
    .insertInto('password_reset')
    .values({ token_hash: hashToken(token), customer_id: customer.id, expires_at: expiresAt })
    .execute();
  await mailPasswordReset(
    tx,
    { email: customer.email, firstname: customer.firstname, siteUrl },
    { token, ttlMs: RESET_LINK_TTL_MS },
  );
}

/** Sets a password, deletes the customer's reset links, resets the sign-in rate limit and mails a verified address. */
async function setPassword(tx: Tx, customerId: number, passwordHash: string, siteUrl: string): Promise<void> {
  const { email, firstname, email_verified_at } = await tx
    .updateTable('customer')
    .set({ password_hash: passwordHash })
    .where('id', '=', customerId)
    .returning(['email', 'firstname', 'email_verified_at'])
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('password_reset').where('customer_id', '=', customerId).execute();
  // An unverified address may belong to someone else.
  if (!email || !email_verified_at) return;
  await resetRateLimit(tx, 'login', { account: email });
  await mailPasswordChanged(tx, { email, firstname, siteUrl });
}

const refuseInvalidLink = (): Refusal =>
  new Refusal(422, failure.resetLink, { code: 'reset_link_invalid', errors: { token: [failure.resetLink] } });

/**
 * Sets a new password with a single-use mailed token, and deletes all sessions of the customer. Throws a `Refusal`: 422 when the token is
 * unknown, used or expired, 429 when the hashing queue is full.
 */
export async function resetPasswordByToken(
  db: Db,
  token: string,
  password: string,
  siteUrl: string,
  ipAddress?: string,
): Promise<void> {
  const tokenHash = hashToken(token);
  const reset = await db
    .selectFrom('password_reset')
    .select('customer_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', isoNow())
    .executeTakeFirst();
  if (!reset) throw refuseInvalidLink();
  const passwordHash = await hashPassword(password);
  await write(db, async (tx) => {
    const used = await tx
      .deleteFrom('password_reset')
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', isoNow())
      .returning('customer_id')
      .executeTakeFirst();
    if (!used) throw refuseInvalidLink();
    await setPassword(tx, used.customer_id, passwordHash, siteUrl);
    await deleteSessions(tx, used.customer_id);
    await recordAudit(tx, { actor: customerActor(used.customer_id), action: 'password-reset', ipAddress });
  });
}

type Account = Pick<CustomerTable, 'password_hash' | 'email_verified_at'>;

export interface PasswordChange {
  old_password?: string | undefined;
  new_password: string;
}

const isRecentSession = ({ openedAt }: Shopper): boolean => Date.parse(openedAt) > Date.now() - RECENT_SESSION_MS;

/**
 * Requires the old password. Without one, or with an unverified address to which no reset link can be mailed, a recent sign-in is enough.
 * Throws a `Refusal` (422, 429).
 */
async function checkPasswordChange(shopper: Shopper, account: Account, oldPassword: string | undefined): Promise<void> {
  if ((!account.email_verified_at || !account.password_hash) && isRecentSession(shopper)) return;
  if (!account.password_hash) throw refuseField('old_password', failure.noPassword);
  if (!oldPassword) throw refuseField('old_password', fieldErrors.oldPasswordRequired);
  if (!(await verifyPassword(oldPassword, account.password_hash))) throw refuseField('old_password', failure.oldPasswordWrong);
}

/**
 * Changes a customer's password, or sets the first one, and deletes all sessions but the current one. Throws a `Refusal`: 422 when the old
 * password is wrong or missing, 429 when the hashing queue is full.
 */
export async function updatePassword(
  db: Db,
  shopper: Shopper,
  { old_password, new_password }: PasswordChange,
  siteUrl: string,
  ipAddress?: string,
): Promise<void> {
  const { customerId, token } = shopper;
  const columns = ['email', 'password_hash', 'email_verified_at'] as const;
  const before = await db.selectFrom('customer').select(columns).where('id', '=', customerId).executeTakeFirstOrThrow();
  await checkPasswordChange(shopper, before, old_password);
  const saltFrom = before.email && !before.email_verified_at ? await findPasswordHash(db, before.email) : undefined;
  const passwordHash = await hashPassword(new_password, saltFrom);
  await write(db, async (tx) => {
    const query = tx.selectFrom('customer').select('password_hash').where('id', '=', customerId);
    const current = await lockRows(tx, query).executeTakeFirstOrThrow();
    if (current.password_hash !== before.password_hash) throw refuseField('old_password', failure.oldPasswordWrong);
    await setPassword(tx, customerId, passwordHash, siteUrl);
    await deleteSessions(tx, customerId, { except: token });
    await recordAudit(tx, { actor: customerActor(customerId), action: 'password-change', ipAddress });
  });
}
