import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { OTP_ATTEMPTS, OTP_DIGITS, OTP_LIFE_SECONDS } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages.ts';
import { lockRows } from '../database/locks.ts';
import { type Db, type Tx, write } from '../database/open.ts';
import type { OtpTable } from '../database/tables.ts';
import { latestEnd } from './limits/clock.ts';
import { Refusal } from './refusal.ts';

type Purpose = OtpTable['purpose'];

const hashCode = (salt: string, phone: string, purpose: Purpose, code: string): string =>
  createHmac('sha256', salt).update(`${phone}:${purpose}:${code}`).digest('hex');

/** A code to be sent, and when it stops being good (ISO 8601). */
export interface FreshOtp {
  code: string;
  expiresAt: string;
}

/** Makes a new code for a number; it replaces the one before. How often that may be is for the caller to count. */
export async function createOtp(tx: Tx, phone: string, purpose: Purpose): Promise<FreshOtp> {
  const now = Date.now();
  await tx
    .deleteFrom('otp')
    .where(({ or, eb }) =>
      or([eb('expires_at', '<', new Date(now).toISOString()), eb('expires_at', '>', latestEnd(OTP_LIFE_SECONDS * 1000))]),
    )
    .execute();
  const code = String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
  const salt = randomBytes(16).toString('hex');
  const expiresAt = new Date(now + OTP_LIFE_SECONDS * 1000).toISOString();
  const row = { salt, code_hash: hashCode(salt, phone, purpose, code), attempts_left: OTP_ATTEMPTS, expires_at: expiresAt };
  await tx
    .insertInto('otp')
    .values({ phone_number: phone, purpose, ...row })
    .onConflict((conflict) => conflict.columns(['phone_number', 'purpose']).doUpdateSet(row))
    .execute();
  return { code, expiresAt };
}

/** Uses a code up, or counts the failed try. */
async function useOtp(tx: Tx, phone: string, purpose: Purpose, code: string): Promise<boolean> {
  const query = tx.selectFrom('otp').selectAll().where('phone_number', '=', phone).where('purpose', '=', purpose);
  const row = await lockRows(tx, query).executeTakeFirst();
  if (!row || row.attempts_left < 1 || row.expires_at <= new Date().toISOString()) return false;
  if (row.expires_at > latestEnd(OTP_LIFE_SECONDS * 1000)) return false;
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
export async function withOtp<Result>(
  db: Db,
  { phone, purpose, code }: { phone: string; purpose: Purpose; code: string },
  then: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const outcome = await write(db, async (tx) =>
    (await useOtp(tx, phone, purpose, code)) ? { result: await then(tx) } : undefined,
  );
  if (!outcome) throw new Refusal(422, failure.otpInvalid, { errors: { otp: [failure.otpInvalid] } });
  return outcome.result;
}
