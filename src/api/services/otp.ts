import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { OTP_ATTEMPTS, OTP_DIGITS, OTP_LIFE_SECONDS } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages.ts';
import { type Db, type Tx, write } from '../database/open.ts';
import type { OtpTable } from '../database/tables.ts';
import { Refusal } from './refusal.ts';

type Purpose = OtpTable['purpose'];

/** So many codes may be sent to one number within the window. */
const MAX_SENDS = 5;
const SEND_WINDOW_MS = 10 * 60_000;

const hashCode = (salt: string, phone: string, purpose: Purpose, code: string): string =>
  createHmac('sha256', salt).update(`${phone}:${purpose}:${code}`).digest('hex');

/** Counts a sending. Throws a `Refusal` (429) when the number has had its share. */
async function limitSending(tx: Tx, phone: string, now: number): Promise<void> {
  const windowStart = new Date(now - SEND_WINDOW_MS).toISOString();
  await tx.deleteFrom('otp_send').where('sent_at', '<', windowStart).execute();
  const sent = await tx.selectFrom('otp_send').select('sent_at').where('phone_number', '=', phone).orderBy('sent_at').execute();
  const oldest = sent[0];
  if (oldest && sent.length >= MAX_SENDS) {
    const retryAfter = Math.max(1, Math.ceil((Date.parse(oldest.sent_at) + SEND_WINDOW_MS - now) / 1000));
    throw new Refusal(429, failure.tooMany, { retryAfter });
  }
  await tx
    .insertInto('otp_send')
    .values({ phone_number: phone, sent_at: new Date(now).toISOString() })
    .execute();
}

/** Makes a new code for a number; it replaces the one before. Returns the code, to be sent. Throws a `Refusal` (429). */
export function createOtp(db: Db, phone: string, purpose: Purpose): Promise<string> {
  return write(db, async (tx) => {
    const now = Date.now();
    await limitSending(tx, phone, now);
    await tx.deleteFrom('otp').where('expires_at', '<', new Date(now).toISOString()).execute();
    const code = String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, '0');
    const salt = randomBytes(16).toString('hex');
    const row = {
      salt,
      code_hash: hashCode(salt, phone, purpose, code),
      attempts_left: OTP_ATTEMPTS,
      expires_at: new Date(now + OTP_LIFE_SECONDS * 1000).toISOString(),
    };
    await tx
      .insertInto('otp')
      .values({ phone_number: phone, purpose, ...row })
      .onConflict((conflict) => conflict.columns(['phone_number', 'purpose']).doUpdateSet(row))
      .execute();
    return code;
  });
}

/** Uses a code up, or counts the failed try. */
async function useOtp(tx: Tx, phone: string, purpose: Purpose, code: string): Promise<boolean> {
  const row = await tx
    .selectFrom('otp')
    .selectAll()
    .where('phone_number', '=', phone)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  if (!row || row.attempts_left < 1 || row.expires_at <= new Date().toISOString()) return false;
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
