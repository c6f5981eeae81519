import type { Tx } from '#api/database/schema/engine.ts';
import { mailPasswordChanged } from '#api/services/accounts/account-mails.ts';
import { resetRateLimit } from '#api/services/limits/enforce-rate-limits.ts';

/** Sets a password, deletes the customer's reset links, resets the sign-in rate limit and mails a verified address. */
export async function setPassword(tx: Tx, customerId: number, passwordHash: string, siteUrl: string): Promise<void> {
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
