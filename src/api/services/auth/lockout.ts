import type { Selectable } from 'kysely';
import { type Db, write } from '#api/database/open.ts';
import type { CustomerTable } from '#api/database/schema/tables.ts';
import { mailLockout } from '#api/services/accounts/mails.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { countAttempt, peekRateLimit } from '#api/services/limits/rate-limits.ts';

export interface Lockout {
  customer: Pick<Selectable<CustomerTable>, 'id' | 'email' | 'email_verified_at' | 'firstname'>;
  /** What was tried too often. */
  tried: string;
  /** Where links in mails lead; no slash at its end. */
  siteUrl: string;
  ipAddress: string | undefined;
}

/**
 * Records that somebody ran out of tries at an account, at most once an hour, and mails its owner, at most once a day and only to a
 * verified address. In between it only reads, so that a flood of tries writes nothing.
 */
export async function recordLockout(db: Db, { customer, tried, siteUrl, ipAddress: address }: Lockout): Promise<void> {
  const trier = { account: customerActor(customer.id) };
  if (await peekRateLimit(db, 'lockoutRecord', trier)) return;
  await write(db, async (tx) => {
    if (await countAttempt(tx, 'lockoutRecord', trier)) return;
    await recordAudit(tx, { actor: 'system', action: 'lockout', subject: trier.account, ipAddress: address, detail: { tried } });
    const { email, email_verified_at, firstname } = customer;
    if (!email || !email_verified_at || (await countAttempt(tx, 'lockoutMail', trier))) return;
    await mailLockout(tx, { email, firstname, siteUrl });
  });
}
