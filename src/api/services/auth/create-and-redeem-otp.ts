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

/** Wrong attempts after which a code is invalid (specification 9). */
export const OTP_ATTEMPTS = 3;

type Purpose = OtpTable['purpose'];

const hashCode = (salt: string, phone: string, purpose: Purpose, code: string): string =>
  createHmac('sha256', salt).update(`${phone}:${purpose}:${code}`).digest('hex');

/** A one-time code and when it expires (ISO 8601). */
export interface NewOtp {
  code: string;
  expiresAt: string;
}

/** What a code is for, and the device that requests or enters it. */
export interface OtpScope {
  phone: string;
  purpose: Purpose;
  /** Undefined for a client without a device cookie. */
  deviceToken: string | undefined;
}

const hashScopeDevice = ({ phone, deviceToken }: OtpScope): string =>
  deviceToken === undefined ? '' : sha256Hex(`${phone}:${deviceToken}`);

/**
 * Creates a code for a phone number, replacing the device's earlier one. Only the same device can enter it, so that others cannot use up its
 * attempts; a code without a device can be entered on any. The caller enforces the rate limit.
 */
export async function createOtp(tx: Tx, scope: OtpScope): Promise<NewOtp> {
  const { phone, purpose } = scope;
  await tx
    .deleteFrom('otp')
    .where(({ or, eb }) => or([eb('expires_at', '<', isoNow()), eb('expires_at', '>', latestExpiry(OTP_TTL_MS))]))
    .execute();
  const code = String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
  const salt = randomBytes(16).toString('hex');
  const expiresAt = isoFromNow(OTP_TTL_MS);
  const row = { salt, code_hash: hashCode(salt, phone, purpose, code), attempts_left: OTP_ATTEMPTS, expires_at: expiresAt };
  await tx
    .insertInto('otp')
    .values({ phone_number: phone, purpose, device_hash: hashScopeDevice(scope), ...row })
    .onConflict((conflict) => conflict.columns(['phone_number', 'purpose', 'device_hash']).doUpdateSet(row))
    .execute();
  return { code, expiresAt };
}

/** Deletes a matching code, or counts the failed attempt. Returns whether the code matched. */
async function consumeOtp(tx: Tx, scope: OtpScope, code: string): Promise<boolean> {
  const { phone, purpose } = scope;
  // Prefers the device's own code: its hash sorts after the empty one.
  const query = tx
    .selectFrom('otp')
    .selectAll()
    .where('phone_number', '=', phone)
    .where('purpose', '=', purpose)
    .where('device_hash', 'in', ['', hashScopeDevice(scope)])
    .where('expires_at', '>', isoNow())
    .where('expires_at', '<=', latestExpiry(OTP_TTL_MS))
    .where('attempts_left', '>', 0)
    .orderBy('device_hash', 'desc');
  const row = await lockRows(tx, query.limit(1)).executeTakeFirst();
  if (!row) return false;
  const matches = timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hashCode(row.salt, phone, purpose, code)));
  if (matches) await tx.deleteFrom('otp').where('id', '=', row.id).execute();
  else
    await tx
      .updateTable('otp')
      .set({ attempts_left: row.attempts_left - 1 })
      .where('id', '=', row.id)
      .execute();
  return matches;
}

/**
 * Consumes a code and, when it matches, runs `then` in the same transaction, so that a code creates exactly one session. A failed attempt is
 * committed before it is refused. Throws a `Refusal` (422, field `otp`).
 */
export async function redeemOtp<Result>(
  db: Db,
  { code, ...scope }: OtpScope & { code: string },
  then: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const outcome = await write(db, async (tx) => ((await consumeOtp(tx, scope, code)) ? { result: await then(tx) } : undefined));
  if (!outcome) throw refuseField('otp', failure.otpInvalid);
  return outcome.result;
}
