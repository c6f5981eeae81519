import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { lockRows } from '#api/database/locks.ts';
import { type Db, type Tx, write } from '#api/database/open.ts';
import type { OtpTable } from '#api/database/schema/tables.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import { Refusal } from '#api/services/refusal.ts';
import { OTP_ATTEMPTS, OTP_DIGITS, OTP_TTL_SECONDS } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/texts.ts';

type Purpose = OtpTable['purpose'];

const hashCode = (salt: string, phone: string, purpose: Purpose, code: string): string =>
  createHmac('sha256', salt).update(`${phone}:${purpose}:${code}`).digest('hex');

/** A code to be sent, and when it stops being good (ISO 8601). */
export interface NewOtp {
  code: string;
  expiresAt: string;
}

/** What a code is for, and the device that asks for it or enters it. */
export interface OtpScope {
  phone: string;
  purpose: Purpose;
  /** Undefined for a client that keeps none. */
  deviceToken: string | undefined;
}

const hashOf = ({ phone, deviceToken }: OtpScope): string =>
  deviceToken === undefined ? '' : createHash('sha256').update(`${phone}:${deviceToken}`).digest('hex');

/**
 * Makes a new code for a number; it replaces the one that the same device asked for before. Only that device can enter it, so that nobody
 * else uses its attempts up; a code without a device can be entered on any. How often a code may be made is for the caller to count.
 */
export async function createOtp(tx: Tx, use: OtpScope): Promise<NewOtp> {
  const { phone, purpose } = use;
  const now = Date.now();
  await tx
    .deleteFrom('otp')
    .where(({ or, eb }) =>
      or([eb('expires_at', '<', new Date(now).toISOString()), eb('expires_at', '>', latestExpiry(OTP_TTL_SECONDS * 1000))]),
    )
    .execute();
  const code = String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
  const salt = randomBytes(16).toString('hex');
  const expiresAt = new Date(now + OTP_TTL_SECONDS * 1000).toISOString();
  const row = { salt, code_hash: hashCode(salt, phone, purpose, code), attempts_left: OTP_ATTEMPTS, expires_at: expiresAt };
  await tx
    .insertInto('otp')
    .values({ phone_number: phone, purpose, device_hash: hashOf(use), ...row })
    .onConflict((conflict) => conflict.columns(['phone_number', 'purpose', 'device_hash']).doUpdateSet(row))
    .execute();
  return { code, expiresAt };
}

/** Uses a code up, or counts the failed try. */
async function useOtp(tx: Tx, use: OtpScope, code: string): Promise<boolean> {
  const { phone, purpose } = use;
  // The device's own code first: its hash sorts after the empty one.
  const query = tx
    .selectFrom('otp')
    .selectAll()
    .where('phone_number', '=', phone)
    .where('purpose', '=', purpose)
    .where('device_hash', 'in', ['', hashOf(use)])
    .where('expires_at', '>', new Date().toISOString())
    .where('expires_at', '<=', latestExpiry(OTP_TTL_SECONDS * 1000))
    .where('attempts_left', '>', 0)
    .orderBy('device_hash', 'desc');
  const row = await lockRows(tx, query.limit(1)).executeTakeFirst();
  if (!row) return false;
  const right = timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hashCode(row.salt, phone, purpose, code)));
  if (right) await tx.deleteFrom('otp').where('id', '=', row.id).execute();
  else
    await tx
      .updateTable('otp')
      .set({ attempts_left: row.attempts_left - 1 })
      .where('id', '=', row.id)
      .execute();
  return right;
}

/**
 * Checks a code and, when it is right, does `then` in the same transaction, so that a code opens exactly one session. A wrong try is
 * committed before it is refused. Throws a `Refusal` (422, field `otp`).
 */
export async function redeemOtp<Result>(
  db: Db,
  { code, ...use }: OtpScope & { code: string },
  then: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const outcome = await write(db, async (tx) => ((await useOtp(tx, use, code)) ? { result: await then(tx) } : undefined));
  if (!outcome) throw new Refusal(422, failure.otpInvalid, { errors: { otp: [failure.otpInvalid] } });
  return outcome.result;
}
