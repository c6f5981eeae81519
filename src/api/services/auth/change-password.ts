import type { Selectable } from 'kysely';
import { lockRows } from '#api/database/locks.ts';
import type { CustomerTable } from '#api/database/schema/accounts.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { refuseField } from '#api/services/refusal.ts';
import { deleteSessions, type Shopper } from '#api/services/sessions/sessions.ts';
import { RECENT_SIGN_IN_MINUTES } from '#lib/contract/lifetimes.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { MINUTE_MS } from '#lib/rules/durations.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { findPasswordHash } from './email-verification.ts';
import { hashPassword, verifyPassword } from './password-hashing.ts';
import { setPassword } from './save-new-password.ts';

/** Within this time after signing in, a customer without a verified email address may set a password without the old one. */
const RECENT_SESSION_MS = RECENT_SIGN_IN_MINUTES * MINUTE_MS;

type Account = Pick<Selectable<CustomerTable>, 'password_hash' | 'email_verified_at' | 'mailbox'>;

export interface PasswordChange {
  old_password?: string | undefined;
  new_password: string;
}

const isRecentSession = ({ openedAt }: Shopper): boolean => Date.parse(openedAt) > Date.now() - RECENT_SESSION_MS;

/**
 * Requires the old password. Without one, or with an unverified address to which no reset link can be mailed, a recent sign-in is enough. A guest of a mailed code gets no password: it would make the mailbox an account.
 * Throws a `Refusal` (422, 429).
 */
async function checkPasswordChange(shopper: Shopper, account: Account, oldPassword: string | undefined): Promise<void> {
  if (account.mailbox) throw refuseField('new_password', failure.guestPassword);
  if ((!account.email_verified_at || !account.password_hash) && isRecentSession(shopper)) return;
  if (!account.password_hash) throw refuseField('old_password', failure.noPassword);
  if (!oldPassword) throw refuseField('old_password', fieldErrors.oldPasswordRequired);
  if (!(await verifyPassword(oldPassword, account.password_hash))) throw refuseField('old_password', failure.oldPasswordWrong);
}

/**
 * Changes a customer's password, or sets the first one, and deletes all sessions but the current one. Throws a `Refusal`: 422 when the old
 * password is wrong or missing or the new one common, 429 when the hashing queue is full.
 */
export async function updatePassword(
  db: Db,
  shopper: Shopper,
  { old_password, new_password }: PasswordChange,
  siteUrl: string,
  ipAddress?: string,
): Promise<void> {
  const { customerId, token } = shopper;
  const columns = ['email', 'password_hash', 'email_verified_at', 'mailbox'] as const;
  const before = await db.selectFrom('customer').select(columns).where('id', '=', customerId).executeTakeFirstOrThrow();
  await checkPasswordChange(shopper, before, old_password);
  await refuseCommonPassword('new_password', new_password);
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
