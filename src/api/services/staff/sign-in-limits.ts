import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { recordAudit } from '#api/services/audit.ts';
import {
  consumeRateLimit,
  countAttempt,
  type LimitExceeded,
  type LimitSubject,
  peekRateLimit,
} from '#api/services/limits/enforce-rate-limits.ts';
import { UNKNOWN_IP } from '#api/services/limits/ip-network-limits.ts';
import { purgeExpiredCounters } from '#api/services/limits/purge-expired-counters.ts';
import type { LimitedAction } from '#api/services/limits/rate-limit-rules.ts';
import { toNetwork } from '#api/services/shorten-ip-address.ts';
import { staffActor } from './staff-sessions.ts';

/** Counts what all visitors without a known device try together. */
const WHOLE_STORE = 'store';

type Check = (action: LimitedAction, subject: LimitSubject) => Promise<LimitExceeded | undefined>;

export interface StaffSignInAttempt {
  /** The email address, of staff or of nobody. */
  account: string;
  staffId: number | undefined;
  /** The hash of a known device of that member of staff. */
  device: string | undefined;
  ipAddress: string | undefined;
}

/** The limits of visitors without a known device: by address and account with a small reserve for each network, then all together. */
async function checkStranger(check: Check, { account, ipAddress }: StaffSignInAttempt): Promise<LimitExceeded | undefined> {
  const network = toNetwork(ipAddress);
  const subject = {
    address: ipAddress,
    account,
    origin: `${account} ${ipAddress ?? UNKNOWN_IP}`,
    network: network && `${account} ${network}`,
  };
  const over = await check('staffSignIn', subject);
  const isReserved = over?.by === 'account' && network && !(await check('staffSignInReserve', subject));
  return over && !isReserved ? over : check('staffSignInAll', { account: WHOLE_STORE });
}

/** Records at most once an hour that an account is over its limits. */
async function recordLockout(db: Db, staffId: number, ipAddress: string | undefined): Promise<void> {
  const subject = staffActor({ staffId });
  if (await peekRateLimit(db, 'lockoutRecord', { account: subject })) return;
  await write(db, async (tx) => {
    if (await countAttempt(tx, 'lockoutRecord', { account: subject })) return;
    await recordAudit(tx, { actor: 'system', action: 'lockout', subject, ipAddress, detail: { tried: 'password' } });
  });
}

/**
 * Counts a try to sign in before any work is done. A known device has limits of its own, so that strangers cannot lock its owner out. Over a
 * limit it only reads, so that an attack causes no writes. Throws a `Refusal` (429).
 */
export async function enforceStaffSignInLimit(db: Db, attempt: StaffSignInAttempt): Promise<void> {
  const { device, staffId, ipAddress } = attempt;
  const run = (check: Check) => (device ? check('staffSignInDevice', { device }) : checkStranger(check, attempt));
  const over =
    (await run((action, subject) => peekRateLimit(db, action, subject))) ??
    (await write(db, async (tx) => {
      await purgeExpiredCounters(tx);
      return run((action, subject) => consumeRateLimit(tx, action, subject));
    }));
  if (!over) return;
  if (staffId && over.by === 'account') await recordLockout(db, staffId, ipAddress);
  throw over.refusal;
}
