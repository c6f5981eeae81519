import type { CallContext } from '#api/handlers/call-context.ts';
import { parseDeviceName } from '#api/services/sessions/device-name.ts';
import { verifyDeviceToken } from '#api/services/sessions/device-tokens.ts';
import type { StaffVisitor } from '#api/services/staff/complete-staff-sign-in.ts';

interface SignInRequest {
  context: Pick<CallContext, 'deviceKey'>;
  headers: Headers;
  ipAddress: string;
  body: object;
}

/** Reads the IP address and the device of a sign-in to the admin. */
export const readStaffVisitor = ({ context: { deviceKey }, headers, ipAddress, body }: SignInRequest): StaffVisitor => ({
  ipAddress,
  deviceName: parseDeviceName(headers.get('user-agent')),
  deviceToken: 'device_token' in body ? verifyDeviceToken(body.device_token as string | undefined, deviceKey) : undefined,
  deviceKey,
});
