import type { Tx } from '#api/database/schema/engine.ts';
import { recordAudit } from '#api/services/audit.ts';
import { countAttempt } from '#api/services/limits/enforce-rate-limits.ts';
import { createDeviceToken } from '#api/services/sessions/device-tokens.ts';
import { toNetwork } from '#api/services/shorten-ip-address.ts';
import type { StaffSession } from '#lib/contract/admin/staff-sign-in.ts';
import type { StaffRow } from './prove-staff.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { findStaffDevice, rememberStaffDevice } from './staff-devices.ts';
import { mailStaffNewDevice } from './staff-mails.ts';
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
