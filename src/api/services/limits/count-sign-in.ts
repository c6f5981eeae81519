import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { recordAudit } from '#api/services/audit.ts';
import { toNetwork } from '#api/services/shorten-ip-address.ts';
import { consumeRateLimit, countAttempt, type LimitExceeded, type LimitSubject, peekRateLimit } from './enforce-rate-limits.ts';
import { UNKNOWN_IP } from './ip-network-limits.ts';
import { purgeExpiredCounters } from './purge-expired-counters.ts';
import type { LimitedAction } from './rate-limit-rules.ts';

type Check = (action: LimitedAction, subject: LimitSubject) => Promise<LimitExceeded | undefined>;

export interface SignInRules {
  /** Limits of a known device, which other visitors cannot use up. */
  device: LimitedAction;
  /** Limits that all other visitors share. */
  shared: LimitedAction;
  /** A small extra limit of each network for when the account's shared limit is used up. */
  reserve?: LimitedAction | undefined;
  /** A limit of all visitors without a known device together. */
  wholeStore?: LimitedAction;
}

export interface SignInTry {
  account: string;
  /** The hash of a known device of the account. */
  device: string | undefined;
  ipAddress: string | undefined;
}

async function check(count: Check, rules: SignInRules, { account, device, ipAddress }: SignInTry) {
  if (device) return count(rules.device, { device });
  const network = toNetwork(ipAddress);
  const subject = {
    address: ipAddress,
    account,
    origin: `${account} ${ipAddress ?? UNKNOWN_IP}`,
    network: network && `${account} ${network}`,
  };
  const over = await count(rules.shared, subject);
  const isReserved = over?.by === 'account' && rules.reserve && network && !(await count(rules.reserve, subject));
  if (over && !isReserved) return over;
  return rules.wholeStore && count(rules.wholeStore, { account: 'store' });
}

/**
 * Counts a try to sign in before any work is done, and returns the limit that it is over. A known device has limits of its own, so that strangers
 * cannot lock its owner out. Over a limit it only reads, so that an attack causes no writes.
 */
export const countSignIn = async (db: Db, rules: SignInRules, attempt: SignInTry): Promise<LimitExceeded | undefined> =>
  (await check((action, subject) => peekRateLimit(db, action, subject), rules, attempt)) ??
  write(db, async (tx) => {
    await purgeExpiredCounters(tx);
    return check((action, subject) => consumeRateLimit(tx, action, subject), rules, attempt);
  });

/** Records in the audit log that an account is over its limits, at most once an hour; in between it only reads. `tell` goes with the record. */
export async function recordLockout(
  db: Db,
  { subject, tried, ipAddress }: { subject: string; tried: string; ipAddress: string | undefined },
  tell?: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (await peekRateLimit(db, 'lockoutRecord', { account: subject })) return;
  await write(db, async (tx) => {
    if (await countAttempt(tx, 'lockoutRecord', { account: subject })) return;
    await recordAudit(tx, { actor: 'system', action: 'lockout', subject, ipAddress, detail: { tried } });
    await tell?.(tx);
  });
}
