import type { Selectable } from 'kysely';
import type { CustomerTable } from '#api/database/schema/accounts.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { mailNewDevice } from '#api/services/accounts/account-mails.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { countAttempt } from '#api/services/limits/enforce-rate-limits.ts';
import { findKnownDevice, hasKnownDevice, rememberDevice } from '#api/services/sessions/known-devices.ts';
import { createSessionReply } from '#api/services/sessions/sessions.ts';
import type { Session } from '#lib/contract/customer.ts';

export interface SignInContext {
  /** Signed by this store; undefined without one. */
  deviceToken: string | undefined;
  /** Undefined where it is not known. */
  ipAddress: string | undefined;
  /** A plain name such as "Chrome on Android". */
  deviceName: string;
  /** Base of links in mails, without a trailing slash. */
  siteUrl: string;
}

/**
 * Creates a session for an authenticated customer: remembers the device, audits the sign-in, and mails a verified address about a new device
 * when the account has known devices.
 */
export async function signInCustomer(
  tx: Tx,
  customer: Selectable<CustomerTable>,
  way: 'password' | 'code' | 'mailed code' | 'sign-up',
  { ipAddress, deviceName, siteUrl, deviceToken }: SignInContext,
): Promise<Session> {
  const { id, email, email_verified_at, firstname } = customer;
  const actor = customerActor(id);
  const isKnown = (await findKnownDevice(tx, id, deviceToken)) !== undefined;
  const isNew = !isKnown && (await hasKnownDevice(tx, id));
  const hash = deviceToken === undefined ? null : await rememberDevice(tx, id, deviceToken);
  await recordAudit(tx, {
    actor,
    action: 'sign-in',
    ipAddress,
    detail: { way, device: deviceName, ...(isNew && { new: true }) },
  });
  if (isNew && email && email_verified_at && !(await countAttempt(tx, 'newDeviceMail', { account: actor })))
    await mailNewDevice(tx, { email, firstname, siteUrl }, deviceName);
  return createSessionReply(tx, customer, { name: deviceName, hash });
}
