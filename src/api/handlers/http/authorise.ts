import type { CallContext } from '#api/handlers/call-context.ts';
import { requireCustomer } from '#api/handlers/call-context.ts';
import { authoriseProgram, type Program } from '#api/services/keys/api-keys.ts';
import { Refusal } from '#api/services/refusal.ts';
import { findShopper, type Shopper } from '#api/services/sessions/sessions.ts';
import { APPLICATION_KEY_HEADER } from '#lib/contract/calls/application-key.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { readIpAddress } from './read-ip-address.ts';

/** Who makes a call. */
export interface Caller {
  /** The signed-in shopper; undefined for a public call, and without a token where the handler decides whether one is needed. */
  shopper?: Shopper | undefined;
  /** The program of a call that needs a key. */
  program?: Program | undefined;
}

/** Enforces the call's access rule. Throws a `Refusal`: 401, 403 or 429. */
export async function authorise(
  { access, scope }: Call,
  { db, applicationKey }: Pick<CallContext, 'db'> & { applicationKey: string },
  headers: Headers,
): Promise<Caller> {
  if (access !== 'key' && headers.get(APPLICATION_KEY_HEADER) !== applicationKey)
    throw new Refusal(401, failure.applicationKey, { code: 'application_key' });
  const token = /^Bearer\s+(\S{1,200})$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (access === 'anyone' || (access === 'optional' && !token)) return {};
  if (!token) throw new Refusal(401, failure.notAuthenticated);
  if (access === 'key') return { program: await authoriseProgram(db, token, { scope, ipAddress: readIpAddress(headers) }) };
  const shopper = await findShopper(db, token);
  if (!shopper) throw new Refusal(401, failure.sessionExpired, { code: 'session_expired' });
  return { shopper: access === 'customer' ? requireCustomer({ shopper }) : shopper };
}
