import type { Tx } from '#api/database/schema/engine.ts';
import { recordAudit } from '#api/services/audit.ts';
import { countAttempt } from '#api/services/limits/enforce-rate-limits.ts';
import { enqueueCustomerMail } from '#api/services/messages/enqueue-customer-mail.ts';
import { createDeviceToken } from '#api/services/sessions/device-tokens.ts';
import { toNetwork } from '#api/services/shorten-ip-address.ts';
import type { StaffSession } from '#lib/contract/admin/staff-sign-in.ts';
import { t } from '#lib/contract/text/t.ts';
import type { StaffRow } from './prove-staff.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { findStaffDevice, rememberStaffDevice } from './staff-devices.ts';
import { createStaffSession, staffActor } from './staff-sessions.ts';

export interface StaffVisitor {
  ipAddress: string | undefined;
  /** A plain name such as "Chrome on Android". */
  deviceName: string;
  /** Signed by this store; undefined for a browser without one. */
  deviceToken: string | undefined;
  deviceKey: string;
}

type Way = 'password' | 'passkey' | 'recovery code' | 'link' | 'demo';

/** Opens a session for somebody who has proven who they are: remembers the device, records it, and mails about a new device. */
export async function completeStaffSignIn(
  tx: Tx,
  staff: Pick<StaffRow, 'id' | 'email' | 'name'>,
  { way, isFirst = false }: { way: Way; isFirst?: boolean },
  { ipAddress, deviceName, deviceToken = undefined, deviceKey }: StaffVisitor,
): Promise<StaffSession> {
  const actor = staffActor({ staffId: staff.id });
  const device_token = deviceToken ?? createDeviceToken(deviceKey);
  const isNew = (await findStaffDevice(tx, staff.id, device_token)) === undefined;
  const deviceHash = await rememberStaffDevice(tx, staff.id, device_token);
  const detail = { way, device: deviceName, ...(isNew && { new: true }) };
  await recordAudit(tx, { actor, action: 'staff sign-in', ipAddress, detail });
  if (isNew && !isFirst && way !== 'demo' && !(await countAttempt(tx, 'newDeviceMail', { account: actor })))
    await mailStaffNewDevice(tx, staff, deviceName);
  const token = await createStaffSession(tx, staff.id, { deviceName, network: toNetwork(ipAddress) ?? null, deviceHash });
  return { token, device_token, recovery_codes_left: await countRecoveryCodes(tx, staff.id) };
}

interface Recipient {
  email: string;
  name: string;
}

/** Tells a member of staff of a sign-in on a new device. `device` comes from device-name.ts, never from the visitor. */
const mailStaffNewDevice = (tx: Tx, { email, name }: Recipient, device: string): Promise<void> =>
  enqueueCustomerMail(tx, {
    to: email,
    name: [name],
    subject: (storeName) => t('New sign-in to the admin of {storeName}', { storeName }),
    paragraphs: [
      t('somebody has just signed in to the admin of the shop as you, on a new device: {device}.', { device }),
      t('If it was you, you do not need to do anything.'),
      t(
        'If it was not you, open “Your account” in the admin, end that session and ask an owner of the shop for a new link, with which you choose a new password.',
      ),
    ],
  });
