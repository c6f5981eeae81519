import type { Db } from '#api/database/schema/engine.ts';
import { mailLockout } from '#api/services/accounts/account-mails.ts';
import { findAccountForSignIn, findByVerifiedPhone } from '#api/services/accounts/customers.ts';
import { findMailboxGuest } from '#api/services/accounts/mailbox-guests.ts';
import { customerActor } from '#api/services/audit.ts';
import { countSignIn, recordLockout, type SignInRules } from '#api/services/limits/count-sign-in.ts';
import { normaliseMailbox } from '#api/services/limits/email-mailbox.ts';
import { countAttempt } from '#api/services/limits/enforce-rate-limits.ts';
import { Refusal } from '#api/services/refusal.ts';
import { findKnownDevice } from '#api/services/sessions/known-devices.ts';

/** Refuses a sign-in (429) because other devices have used up what they share of an account's limits, and the reserve. */
export class AccountLocked extends Refusal {}

/** Sign-in steps whose shared rate limits an attacker could use up to lock the owner out. */
export type SignInAction = 'login' | 'sendOtp' | 'verifyOtp';

/** The limits of each step, and what the audit log calls it. */
const signInLimits: Record<SignInAction, SignInRules & { tried: string }> = {
  login: { device: 'loginDevice', shared: 'login', reserve: 'loginReserve', tried: 'password' },
  sendOtp: { device: 'sendOtpDevice', shared: 'sendOtp', reserve: 'sendOtpReserve', tried: 'code request' },
  verifyOtp: { device: 'verifyOtpDevice', shared: 'verifyOtp', tried: 'code' },
};

/** A sign-in attempt: the visitor, whose device the account may not know, and the account. */
export interface SignInAttempt {
  deviceToken: string | undefined;
  /** The email address, or the phone number that codes are sent to. */
  account: string;
  /** The mailbox of a mailed code, whose limits apply instead of the phone number's. */
  mailbox?: string | undefined;
  /** Undefined where it is not known. */
  ipAddress: string | undefined;
  siteUrl: string;
}

/** The customer whose known devices have limits of their own. */
function findLimitedCustomer(db: Db, action: SignInAction, { account, mailbox }: SignInAttempt) {
  if (action === 'login') return findAccountForSignIn(db, account);
  return mailbox ? findMailboxGuest(db, mailbox) : findByVerifiedPhone(db, account);
}

/**
 * Counts a sign-in attempt before any work is done. Returns the hash of a known device. Over the limit it records a lockout, mails the account's
 * owner at most once a day and only at a verified address, and throws a `Refusal` (429).
 */
export async function enforceSignInLimit(db: Db, action: SignInAction, attempt: SignInAttempt): Promise<string | undefined> {
  const { mailbox, ipAddress, siteUrl } = attempt;
  const account = mailbox ? normaliseMailbox(mailbox) : attempt.account;
  const customer = await findLimitedCustomer(db, action, attempt);
  const device = customer && (await findKnownDevice(db, customer.id, attempt.deviceToken));
  const over = await countSignIn(db, signInLimits[action], { account, device, ipAddress });
  if (!over) return device;
  if (customer && over.by !== 'address') {
    const { id, email, email_verified_at, firstname } = customer;
    const subject = customerActor(id);
    await recordLockout(db, { subject, tried: signInLimits[action].tried, ipAddress }, async (tx) => {
      if (!email || !email_verified_at || (await countAttempt(tx, 'lockoutMail', { account: subject }))) return;
      await mailLockout(tx, { email, firstname, siteUrl });
    });
  }
  if (over.by === 'address' || device) throw over.refusal;
  throw new AccountLocked(over.refusal.status, over.refusal.messages, { retryAfter: over.refusal.retryAfter });
}
