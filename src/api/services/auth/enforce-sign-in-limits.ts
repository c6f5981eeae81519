import type { Selectable } from 'kysely';
import type { CustomerTable } from '#api/database/schema/accounts.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { mailLockout } from '#api/services/accounts/account-mails.ts';
import { findAccountForSignIn, findByVerifiedPhone } from '#api/services/accounts/customers.ts';
import { findMailboxGuest } from '#api/services/accounts/mailbox-guests.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { normaliseMailbox } from '#api/services/limits/email-mailbox.ts';
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
import { Refusal } from '#api/services/refusal.ts';
import type { DeviceTokens } from '#api/services/sessions/device-tokens.ts';
import { findKnownDevice } from '#api/services/sessions/known-devices.ts';
import { toNetwork } from '#api/services/shorten-ip-address.ts';

interface Lockout {
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
async function recordLockout(db: Db, { customer, tried, siteUrl, ipAddress }: Lockout): Promise<void> {
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

/** Refuses a sign-in (429) because other devices have used up what they share of an account's limits, and the reserve. */
export class AccountLocked extends Refusal {}

/** Sign-in steps whose shared rate limits an attacker could use up to lock the owner out. */
export type SignInAction = 'login' | 'sendOtp' | 'verifyOtp';

interface SignInLimits {
  /** Rate limits of a known device, which other visitors cannot use up. */
  device: LimitedAction;
  /** A small extra limit of each network for when the account's shared limit is used up. */
  reserve?: LimitedAction;
  /** The name in the audit log. */
  tried: string;
}

const signInLimits: Record<SignInAction, SignInLimits> = {
  login: { device: 'loginDevice', reserve: 'loginReserve', tried: 'password' },
  sendOtp: { device: 'sendOtpDevice', reserve: 'sendOtpReserve', tried: 'code request' },
  verifyOtp: { device: 'verifyOtpDevice', tried: 'code' },
};

/** A sign-in attempt: the visitor, whose device the account may not know, and the account. */
export interface SignInAttempt extends DeviceTokens {
  /** The email address, or the phone number that codes are sent to. */
  account: string;
  /** The mailbox of a mailed code, whose limits apply instead of the phone number's. */
  mailbox?: string | undefined;
  /** Undefined where it is not known. */
  ipAddress: string | undefined;
  siteUrl: string;
}

/** Checks a rate limit without counting (`peek`), or counts the attempt (`consume`). */
interface Counter {
  peek: (db: Db) => Promise<LimitExceeded | undefined>;
  consume: (tx: Tx) => Promise<LimitExceeded | undefined>;
}

/** Falls back to `reserve` when the account's shared limit is used up and the visitor's network is known. */
function withReserve(action: LimitedAction, reserve: LimitedAction | undefined, subject: LimitSubject): Counter {
  const orReserve = async (
    over: LimitExceeded | undefined,
    check: (action: LimitedAction) => Promise<LimitExceeded | undefined>,
  ) => {
    if (over?.by !== 'account' || !reserve || !subject.network) return over;
    return (await check(reserve)) ? over : undefined;
  };
  return {
    peek: async (db) => orReserve(await peekRateLimit(db, action, subject), (from) => peekRateLimit(db, from, subject)),
    consume: async (tx) => orReserve(await consumeRateLimit(tx, action, subject), (from) => consumeRateLimit(tx, from, subject)),
  };
}

const withoutReserve = (action: LimitedAction, subject: LimitSubject): Counter => withReserve(action, undefined, subject);

/** The customer whose known devices have limits of their own. */
function findLimitedCustomer(db: Db, action: SignInAction, { account, mailbox }: SignInAttempt) {
  if (action === 'login') return findAccountForSignIn(db, account);
  return mailbox ? findMailboxGuest(db, mailbox) : findByVerifiedPhone(db, account);
}

/**
 * Counts a sign-in attempt before any work is done. A known device has separate limits; all other devices share the account's, with a small
 * reserve for each network. Returns the hash of a known device. Records a lockout and throws a `Refusal` (429) over the limit.
 */
export async function enforceSignInLimit(db: Db, action: SignInAction, attempt: SignInAttempt): Promise<string | undefined> {
  const { mailbox, ipAddress, siteUrl } = attempt;
  const account = mailbox ? normaliseMailbox(mailbox) : attempt.account;
  const customer = await findLimitedCustomer(db, action, attempt);
  const device = customer && (await findKnownDevice(db, customer.id, attempt));
  const { device: deviceAction, reserve, tried } = signInLimits[action];
  const network = toNetwork(ipAddress);
  const unknownDevice = {
    address: ipAddress,
    account,
    origin: `${account} ${ipAddress ?? UNKNOWN_IP}`,
    network: network && `${account} ${network}`,
  };
  const counter = device ? withoutReserve(deviceAction, { device }) : withReserve(action, reserve, unknownDevice);
  const consume = async (tx: Tx): Promise<LimitExceeded | undefined> => {
    await purgeExpiredCounters(tx);
    return counter.consume(tx);
  };
  const over = (await counter.peek(db)) ?? (await write(db, consume));
  if (!over) return device;
  if (customer && over.by !== 'address') await recordLockout(db, { customer, tried, siteUrl, ipAddress });
  if (over.by === 'address' || device) throw over.refusal;
  throw new AccountLocked(over.refusal.status, over.refusal.messages, { retryAfter: over.refusal.retryAfter });
}
