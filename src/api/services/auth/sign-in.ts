import type { Selectable } from 'kysely';
import type { Tx } from '#api/database/open.ts';
import type { CustomerTable } from '#api/database/schema/tables.ts';
import { mailNewDevice } from '#api/services/accounts/mails.ts';
import { customerActor, recordAudit } from '#api/services/audit.ts';
import { countAttempt } from '#api/services/limits/rate-limits.ts';
import { findKnownDevice, hasKnownDevice, rememberDevice } from '#api/services/sessions/known-devices.ts';
import { createSessionReply } from '#api/services/sessions/sessions.ts';
import type { Session } from '#lib/contract/auth.ts';

/** Where somebody comes from who signs in. */
export interface SignInContext {
  /** The visitor's address; undefined where it is not known. */
  ipAddress: string | undefined;
  /** The token of the visitor's device; undefined where it keeps none. */
  deviceToken: string | undefined;
  /** The device in plain words, such as "Chrome on Android". */
  deviceName: string;
  /** Where links in mails lead; no slash at its end. */
  siteUrl: string;
}

/**
 * Opens a session for a customer who has just shown who they are: remembers the device, records the sign-in, and mails the customer when
 * the account was known by other devices alone.
 */
export async function signInCustomer(
  tx: Tx,
  customer: Selectable<CustomerTable>,
  way: 'password' | 'code' | 'sign-up',
  { ipAddress: address, deviceToken, deviceName, siteUrl }: SignInContext,
): Promise<Session> {
  const { id, email, email_verified_at, firstname } = customer;
  const actor = customerActor(id);
  const isKnown = (await findKnownDevice(tx, id, deviceToken)) !== undefined;
  const isNew = !isKnown && (await hasKnownDevice(tx, id));
  const hash = deviceToken === undefined ? null : await rememberDevice(tx, id, deviceToken);
  await recordAudit(tx, {
    actor,
    action: 'sign-in',
    ipAddress: address,
    detail: { way, device: deviceName, ...(isNew && { new: true }) },
  });
  if (isNew && email && email_verified_at && !(await countAttempt(tx, 'newDeviceMail', { account: actor })))
    await mailNewDevice(tx, { email, firstname, siteUrl }, deviceName);
  return createSessionReply(tx, customer, { name: deviceName, hash });
}
