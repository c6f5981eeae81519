import type { Selectable } from 'kysely';
import type { Tx } from '#api/database/open.ts';
import type { CustomerTable } from '#api/database/tables.ts';
import type { Session } from '#lib/contract/auth.ts';
import { mailNewDevice } from './account-mails.ts';
import { customerActor, recordAudit } from './audit/audit.ts';
import { findKnownDevice, hasKnownDevice, rememberDevice } from './devices/known-devices.ts';
import { countTriesIn } from './rate-limits.ts';
import { startSession } from './sessions.ts';

/** Where somebody comes from who signs in. */
export interface Visit {
  /** The visitor's address; undefined where it is not known. */
  address: string | undefined;
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
  { address, deviceToken, deviceName, siteUrl }: Visit,
): Promise<Session> {
  const { id, email, email_verified_at, firstname } = customer;
  const actor = customerActor(id);
  const isKnown = (await findKnownDevice(tx, id, deviceToken)) !== undefined;
  const isNew = !isKnown && (await hasKnownDevice(tx, id));
  const hash = deviceToken === undefined ? null : await rememberDevice(tx, id, deviceToken);
  await recordAudit(tx, { actor, action: 'sign-in', address, detail: { way, device: deviceName, ...(isNew && { new: true }) } });
  if (isNew && email && email_verified_at && !(await countTriesIn(tx, 'newDeviceMail', { account: actor })))
    await mailNewDevice(tx, { email, firstname, siteUrl }, deviceName);
  return startSession(tx, customer, { name: deviceName, hash });
}
