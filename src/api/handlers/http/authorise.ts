import type { Db } from '#api/database/schema/engine.ts';
import { type CallContext, requireCustomer } from '#api/handlers/call-context.ts';
import { authoriseProgram, type Program } from '#api/services/keys/api-keys.ts';
import { Refusal } from '#api/services/refusal.ts';
import { findShopper, type Shopper } from '#api/services/sessions/sessions.ts';
import { findStaff, hasSignedInRecently, type Staff } from '#api/services/staff/staff-sessions.ts';
import { APPLICATION_KEY_HEADER } from '#lib/contract/calls/application-key.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { readIpAddress } from './read-ip-address.ts';

export interface Caller {
  /** The signed-in shopper; undefined for a public call, and without a token where the handler decides whether one is needed. */
  shopper?: Shopper | undefined;
  program?: Program | undefined;
  staff?: Staff | undefined;
}

/** Finds the member of staff of a token. Throws a `Refusal`: 401 without a session, 403 where the call needs an owner or a recent sign-in. */
async function authoriseStaff(db: Db, token: string, { access, needsRecentSignIn }: Call): Promise<Staff> {
  const staff = await findStaff(db, token);
  if (!staff) throw new Refusal(401, failure.sessionExpired, { code: 'session_expired' });
  if (access === 'owner' && staff.role !== 'owner') throw new Refusal(403, failure.ownersOnly, { code: 'staff_role' });
  if (needsRecentSignIn && !hasSignedInRecently(staff)) throw new Refusal(403, failure.signInAgain, { code: 'sign_in_again' });
  return staff;
}

/** Enforces the call's access rule. Throws a `Refusal`: 401, 403 or 429. */
export async function authorise(
  call: Call,
  { db, applicationKey }: Pick<CallContext, 'db'> & { applicationKey: string },
  headers: Headers,
): Promise<Caller> {
  const { access, scope } = call;
  if (access !== 'key' && headers.get(APPLICATION_KEY_HEADER) !== applicationKey)
    throw new Refusal(401, failure.applicationKey, { code: 'application_key' });
  const token = /^Bearer\s+(\S{1,200})$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (access === 'anyone' || (access === 'optional' && !token)) return {};
  if (!token) throw new Refusal(401, failure.notAuthenticated);
  if (access === 'key') return { program: await authoriseProgram(db, token, { scope, ipAddress: readIpAddress(headers) }) };
  if (access === 'packer' || access === 'owner') return { staff: await authoriseStaff(db, token, call) };
  const shopper = await findShopper(db, token);
  if (!shopper) throw new Refusal(401, failure.sessionExpired, { code: 'session_expired' });
  return { shopper: access === 'customer' ? requireCustomer(shopper) : shopper };
}
