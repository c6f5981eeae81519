import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { findByVerifiedEmail } from '#api/services/accounts/customers.ts';
import { limitConcurrency } from '#api/services/concurrency.ts';
import { countAttempt, enforceRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { isBudgetExceeded } from '#api/services/limits/message-budget.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { verifyPassword } from './password-hashing.ts';
import { requestPasswordReset } from './password-reset.ts';

/** One comparison at a time, so that attackers who have used up an account's limits do not delay other sign-ins. */
const MAX_QUEUED = 10;
const enqueue = limitConcurrency(1, { maxQueued: MAX_QUEUED, createError: () => new Refusal(429, failure.tooMany) });

/**
 * After an account's limits and their reserve are used up: compares the password once more, and if it is right mails a link for a new password
 * to the verified address, at most three times a day. Says nothing about it: the caller refuses the sign-in in any case. Does the same work for
 * a wrong password and an unknown account, except for the rows of the link.
 */
async function compareAndMail(db: Db, { email, password, siteUrl }: Locked): Promise<void> {
  const account = await findByVerifiedEmail(db, email);
  const isRight = await verifyPassword(password, account?.password_hash);
  await write(db, async (tx) => {
    if ((await isBudgetExceeded(tx, 'mail', 'known')) || !isRight) return;
    if (!(await countAttempt(tx, 'unlockMail', { account: email }))) await requestPasswordReset(tx, email, siteUrl);
  });
}

interface Locked {
  email: string;
  password: string;
  /** Base of links in mails, without a trailing slash. */
  siteUrl: string;
  ipAddress: string | undefined;
}

/**
 * Lets the owner of an account that is past its limits in by mail. Bounded for each IP address and network, and by a queue; over these bounds
 * nothing is compared. Never throws a `Refusal`, because its reason could reveal whether the password was right.
 */
export async function unlockByMail(db: Db, locked: Locked): Promise<void> {
  try {
    await enforceRateLimit(db, 'lockedLogin', { address: locked.ipAddress });
    await enqueue(() => compareAndMail(db, locked));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
