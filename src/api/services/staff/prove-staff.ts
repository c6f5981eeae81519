import type { Selectable } from 'kysely';
import { lockRows } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { StaffTable } from '#api/database/schema/staff.ts';
import { verifyPassword } from '#api/services/auth/password-hashing.ts';
import { OTP_DIGITS } from '#lib/contract/field-lengths.ts';
import { consumeRecoveryCode, hasRecoveryCode } from './recovery-codes.ts';
import { createTotpSecret, findTotpStep } from './totp.ts';

export type StaffRow = Selectable<StaffTable>;

export interface StaffProof {
  password: string;
  code: string;
}

/** A right password and code, which is yet to be used up. */
interface Proven {
  staff: StaffRow;
  /** The step of a code of the app; undefined for a recovery code. */
  step: number | undefined;
  code: string;
}

/** What the codes of nobody are compared with. */
const nobodysSecret = createTotpSecret();

/**
 * Compares password and code, which does the same work for a wrong one and for nobody. Undefined unless both are right. Throws a `Refusal`
 * (429) when the hashing queue is full.
 */
export async function compareProof(
  db: Db,
  staff: StaffRow | undefined,
  { password, code }: StaffProof,
): Promise<Proven | undefined> {
  const isRight = await verifyPassword(password, staff?.password_hash);
  const isOfApp = code.length === OTP_DIGITS;
  const step = findTotpStep(staff?.totp_secret ?? nobodysSecret, isOfApp ? code : '');
  const isRecovery = await hasRecoveryCode(db, staff?.id ?? 0, code);
  if (!staff?.totp_secret || !isRight || (isOfApp ? step === undefined : !isRecovery)) return undefined;
  return { staff, step: isOfApp ? step : undefined, code };
}

/** Uses the code up. False when it was used before, also at the same moment, or when password or access changed since they were compared. */
export async function useProof(tx: Tx, { staff, step, code }: Proven): Promise<boolean> {
  const current = await lockRows(tx, tx.selectFrom('staff').selectAll().where('id', '=', staff.id)).executeTakeFirst();
  if (!current || current.removed_at !== null) return false;
  if (current.password_hash !== staff.password_hash || current.totp_secret !== staff.totp_secret) return false;
  if (step === undefined) return consumeRecoveryCode(tx, staff.id, code);
  if (current.totp_last_step >= step) return false;
  await tx.updateTable('staff').set({ totp_last_step: step }).where('id', '=', staff.id).execute();
  return true;
}
