import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { mailPasswordReset } from '#api/services/accounts/account-mails.ts';
import { findByVerifiedEmail } from '#api/services/accounts/customers.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { Refusal } from '#api/services/refusal.ts';
import { rememberDevice } from '#api/services/sessions/known-devices.ts';
import { deleteSessions } from '#api/services/sessions/sessions.ts';
import { createToken, hashToken } from '#api/services/sessions/tokens.ts';
import { RESET_LINK_MINUTES } from '#lib/contract/lifetimes.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { isoFromNow, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import type { SignInContext } from './complete-sign-in.ts';
import { hashPassword } from './password-hashing.ts';
import { setPassword } from './save-new-password.ts';

const RESET_LINK_TTL_MS = RESET_LINK_MINUTES * MINUTE_MS;

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

const refuseInvalidLink = (): Refusal =>
  new Refusal(422, failure.resetLink, { code: 'reset_link_invalid', errors: { token: [failure.resetLink] } });

/**
 * Sets a new password with a single-use mailed token, and deletes all sessions of the customer. The browser becomes their only known device,
 * because it has opened their mail: limits that others have used up do not apply to it. `getContext` is called once the token is valid. Throws a `Refusal`: 422 for a common
 * password, and when the token is unknown, used or expired, 429 when the hashing queue is full.
 */
export async function resetPasswordByToken(
  db: Db,
  { token, password }: { token: string; password: string },
  getContext: () => SignInContext & { deviceToken: string },
): Promise<void> {
  await refuseCommonPassword('password', password);
  const tokenHash = hashToken(token);
  const reset = await db
    .selectFrom('password_reset')
    .select('customer_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', isoNow())
    .executeTakeFirst();
  if (!reset) throw refuseInvalidLink();
  const passwordHash = await hashPassword(password);
  const { siteUrl, ipAddress, deviceToken } = getContext();
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
    await rememberDevice(tx, used.customer_id, deviceToken);
    await recordAudit(tx, { actor: customerActor(used.customer_id), action: 'password-reset', ipAddress });
  });
}
