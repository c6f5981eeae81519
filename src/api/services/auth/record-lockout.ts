import type { Selectable } from 'kysely';
import type { CustomerTable } from '#api/database/schema/accounts.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { mailLockout } from '#api/services/accounts/account-mails.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { countAttempt, peekRateLimit } from '#api/services/limits/enforce-rate-limits.ts';

export interface Lockout {
  customer: Pick<Selectable<CustomerTable>, 'id' | 'email' | 'email_verified_at' | 'firstname'>;
  /** The action that hit its rate limit, as the audit log names it. */
  tried: string;
  /** Base of links in mails, without a trailing slash. */
  siteUrl: string;
  ipAddress: string | undefined;
}

/**
 * Records a lockout in the audit log, at most once an hour for each account, and mails the owner, at most once a day and only to a verified
 * address. In between it only reads, so that an attack causes no writes.
 */
export async function recordLockout(db: Db, { customer, tried, siteUrl, ipAddress }: Lockout): Promise<void> {
  const subject = { account: customerActor(customer.id) };
  if (await peekRateLimit(db, 'lockoutRecord', subject)) return;
  await write(db, async (tx) => {
    if (await countAttempt(tx, 'lockoutRecord', subject)) return;
    await recordAudit(tx, { actor: 'system', action: 'lockout', subject: subject.account, ipAddress, detail: { tried } });
    const { email, email_verified_at, firstname } = customer;
    if (!email || !email_verified_at || (await countAttempt(tx, 'lockoutMail', subject))) return;
    await mailLockout(tx, { email, firstname, siteUrl });
  });
}
