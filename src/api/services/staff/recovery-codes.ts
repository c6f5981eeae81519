import { randomInt } from 'node:crypto';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { sha256Hex } from '#api/services/hashing.ts';
import { RECOVERY_CODE_DIGITS } from '#lib/contract/field-lengths.ts';
import { STAFF_RECOVERY_CODES } from '#lib/contract/limits.ts';

/** Digits in a group, as codes are shown. */
const GROUP = 5;

const hashCode = (staffId: number, code: string): string => sha256Hex(`recovery:${staffId}:${code}`);

const createCode = (): string => Array.from({ length: RECOVERY_CODE_DIGITS }, () => randomInt(10)).join('');

const inGroups = (code: string): string => code.replace(new RegExp(`\\d{${GROUP}}(?=\\d)`, 'g'), '$&-');

/** Replaces the recovery codes of a member of staff and returns the new ones, which are stored as hashes only. */
export async function replaceRecoveryCodes(tx: Tx, staffId: number): Promise<string[]> {
  await tx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute();
  const codes = Array.from({ length: STAFF_RECOVERY_CODES }, createCode);
  const rows = codes.map((code) => ({ code_hash: hashCode(staffId, code), staff_id: staffId }));
  await tx.insertInto('staff_recovery_code').values(rows).execute();
  return codes.map(inGroups);
}

/** Whether this is an unused recovery code. */
export const hasRecoveryCode = async (db: Db, staffId: number, code: string): Promise<boolean> =>
  (await db
    .selectFrom('staff_recovery_code')
    .select('code_hash')
    .where('code_hash', '=', hashCode(staffId, code))
    .executeTakeFirst()) !== undefined;

/** Uses a recovery code up. False when it has been used meanwhile. */
export async function consumeRecoveryCode(tx: Tx, staffId: number, code: string): Promise<boolean> {
  const used = tx.deleteFrom('staff_recovery_code').where('code_hash', '=', hashCode(staffId, code));
  return (await used.returning('code_hash').executeTakeFirst()) !== undefined;
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Db, staffId: number): Promise<number> {
  const count = db.selectFrom('staff_recovery_code').select(({ fn }) => fn.countAll<number>().as('n'));
  return Number((await count.where('staff_id', '=', staffId).executeTakeFirstOrThrow()).n);
}
