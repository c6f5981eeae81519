import type { Db } from '#api/database/schema/engine.ts';
import { countSignIn, recordLockout, type SignInTry } from '#api/services/limits/count-sign-in.ts';
import { staffActor } from './staff-sessions.ts';

const rules = {
  device: 'staffSignInDevice',
  shared: 'staffSignIn',
  reserve: 'staffSignInReserve',
  wholeStore: 'staffSignInAll',
} as const;

/** Counts a sign-in attempt, also with an unknown address. Throws a `Refusal` (429) over the limit. */
export async function enforceStaffSignInLimit(
  db: Db,
  { staffId, ...attempt }: SignInTry & { staffId: number | undefined },
): Promise<void> {
  const over = await countSignIn(db, rules, attempt);
  if (!over) return;
  const { ipAddress } = attempt;
  if (staffId && over.by === 'account')
    await recordLockout(db, { subject: staffActor({ staffId }), tried: 'password', ipAddress });
  throw over.refusal;
}
