import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { lockRows } from '#api/database/locks.ts';
import type { OtpTable } from '#api/database/schema/accounts.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import { sha256Hex } from '#api/services/hashing.ts';
import { refuseField } from '#api/services/refusal.ts';
import { OTP_DIGITS } from '#lib/contract/field-lengths.ts';
import { OTP_MINUTES } from '#lib/contract/lifetimes.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { isoFromNow, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';

const OTP_TTL_MS = OTP_MINUTES * MINUTE_MS;

/** Wrong attempts after which a code is invalid (specification, limits). */
export const OTP_ATTEMPTS = 3;

type Purpose = OtpTable['purpose'];

interface CodeToHash {
  phone: string;
  purpose: Purpose;
  mailbox: string;
  code: string;
}

/** The mailbox is hashed too, so that a server of an earlier version does not take a mailed code for a proof of the phone number. */
const hashCode = (salt: string, { phone, purpose, mailbox, code }: CodeToHash): string =>
  createHmac('sha256', salt)
    .update([phone, purpose, ...(mailbox ? [mailbox] : []), code].join(':'))
    .digest('hex');

/** A one-time code and when it expires (ISO 8601). */
export interface NewOtp {
  code: string;
  expiresAt: string;
}

interface OtpScope {
  phone: string;
  purpose: Purpose;
}

interface OtpToCreate extends OtpScope {
  /** The mailbox that the code is mailed to; '' for a code that is sent to the phone number. */
  mailbox: string;
  otpRequest: string;
  isUnbound: boolean;
}

/** The `device_hash` of a code that clients enter without `otp_request` and device cookie. */
const UNBOUND = '';

/**
 * Creates a code that proves a phone number, or a mailbox instead, replacing the earlier one of this `otpRequest`. Only the page with this `otpRequest` can enter it, so
 * that others cannot use up its attempts. With `isUnbound`, clients without one can enter it too, with attempts of their own. The caller
 * enforces the rate limit.
 */
export async function createOtp(tx: Tx, { phone, purpose, mailbox, otpRequest, isUnbound }: OtpToCreate): Promise<NewOtp> {
  await tx
    .deleteFrom('otp')
    .where(({ or, eb }) => or([eb('expires_at', '<', isoNow()), eb('expires_at', '>', latestExpiry(OTP_TTL_MS))]))
    .execute();
  const code = String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
  const salt = randomBytes(16).toString('hex');
  const expiresAt = isoFromNow(OTP_TTL_MS);
  const row = {
    mailbox,
    salt,
    code_hash: hashCode(salt, { phone, purpose, mailbox, code }),
    attempts_left: OTP_ATTEMPTS,
    expires_at: expiresAt,
  };
  await tx
    .insertInto('otp')
    .values(
      [sha256Hex(otpRequest), ...(isUnbound ? [UNBOUND] : [])].map((device_hash) => ({
        phone_number: phone,
        purpose,
        device_hash,
        ...row,
      })),
    )
    .onConflict((conflict) => conflict.columns(['phone_number', 'purpose', 'device_hash']).doUpdateSet(row))
    .execute();
  return { code, expiresAt };
}

interface OtpAttempt extends OtpScope {
  code: string;
  /** Undefined for a client that sends neither `otp_request` nor a device cookie. */
  otpRequest: string | undefined;
}

export interface RedeemedOtp {
  /** The mailbox that it proves; '' when it proves the phone number. Where the code was sent decides, not the client. */
  mailbox: string;
}

/** Deletes a matching code and returns it, or counts the failed attempt. */
async function consumeOtp(tx: Tx, { phone, purpose, code, otpRequest }: OtpAttempt): Promise<RedeemedOtp | undefined> {
  const query = tx
    .selectFrom('otp')
    .selectAll()
    .where('phone_number', '=', phone)
    .where('purpose', '=', purpose)
    .where('device_hash', '=', otpRequest === undefined ? UNBOUND : sha256Hex(otpRequest))
    .where('expires_at', '>', isoNow())
    .where('expires_at', '<=', latestExpiry(OTP_TTL_MS))
    .where('attempts_left', '>', 0);
  const row = await lockRows(tx, query).executeTakeFirst();
  if (!row) return undefined;
  const matches = timingSafeEqual(
    Buffer.from(row.code_hash),
    Buffer.from(hashCode(row.salt, { phone, purpose, mailbox: row.mailbox, code })),
  );
  // A code works once: the row of the same code for other clients goes with it.
  if (matches) await tx.deleteFrom('otp').where('phone_number', '=', phone).where('code_hash', '=', row.code_hash).execute();
  else
    await tx
      .updateTable('otp')
      .set({ attempts_left: row.attempts_left - 1 })
      .where('id', '=', row.id)
      .execute();
  return matches ? { mailbox: row.mailbox } : undefined;
}

/**
 * Consumes a code and, when it matches, runs `then` in the same transaction, so that a code creates exactly one session. A failed attempt is
 * committed before it is refused. Throws a `Refusal` (422, field `otp`).
 */
export async function redeemOtp<Result>(
  db: Db,
  attempt: OtpAttempt,
  then: (tx: Tx, redeemed: RedeemedOtp) => Promise<Result>,
): Promise<Result> {
  const outcome = await write(db, async (tx) => {
    const redeemed = await consumeOtp(tx, attempt);
    return redeemed && { result: await then(tx, redeemed) };
  });
  if (!outcome) throw refuseField('otp', failure.otpInvalid);
  return outcome.result;
}
