import type { Db } from '#api/database/schema/engine.ts';
import { recordRefusal } from '#api/services/auth/record-refusal.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { readIpAddress } from './read-ip-address.ts';

/**
 * Records that a call was refused for want of a right (401, 403): a wrong application key, a made-up or ended session, missing details. A
 * CAPTCHA that has to be solved, a missing session and a sign-in, which has events of its own, are none.
 */
export async function recordRefusedAccess(db: Db, { name, access }: Call, error: unknown, headers: Headers): Promise<void> {
  if (!(error instanceof Refusal) || (error.status !== 401 && error.status !== 403)) return;
  if (error.code === 'captcha_required' || error.code === 'login_refused' || error.code === 'email_unverified') return;
  if (access !== 'anyone' && !headers.has('authorization')) return;
  const detail = { call: name, status: error.status, reason: error.code };
  await recordRefusal(db, 'refusedAccess', { ipAddress: readIpAddress(headers), detail });
}
