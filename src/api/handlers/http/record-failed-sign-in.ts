import type { Db } from '#api/database/schema/engine.ts';
import { customerActor } from '#api/services/audit.ts';
import { recordRefusal } from '#api/services/auth/record-refusal.ts';
import { Refusal } from '#api/services/refusal.ts';

interface SignInAttempt<Result> {
  request: { db: Db; ipAddress: string };
  way: 'password' | 'code';
  findAccount: (db: Db) => Promise<{ id: number } | undefined>;
  signIn: () => Promise<Result>;
}

/** Whether a refusal means that password or code were wrong; one over a limit has a lockout of its own. */
const isFailedSignIn = (error: unknown): boolean =>
  error instanceof Refusal && (error.status === 401 || error.status === 403 || error.errors?.['otp'] !== undefined);

/** Signs in, and records a wrong password or code in the audit log before it is refused. */
export async function withFailuresRecorded<Result>({
  request,
  way,
  findAccount,
  signIn,
}: SignInAttempt<Result>): Promise<Result> {
  try {
    return await signIn();
  } catch (error) {
    if (isFailedSignIn(error)) {
      const { db, ipAddress } = request;
      const account = await findAccount(db);
      const subject = account ? customerActor(account.id) : '';
      await recordRefusal(db, 'failedSignIn', { subject, ipAddress, detail: { way } });
    }
    throw error;
  }
}
