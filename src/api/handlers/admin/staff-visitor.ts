import type { CallContext } from '#api/handlers/call-context.ts';
import { readIpAddress } from '#api/handlers/http/read-ip-address.ts';
import { parseDeviceName } from '#api/services/sessions/device-name.ts';
import { verifyDeviceToken } from '#api/services/sessions/device-tokens.ts';
import type { StaffVisitor } from '#api/services/staff/complete-staff-sign-in.ts';

interface SignInRequest {
  context: Pick<CallContext, 'deviceKey'>;
  headers: Headers;
  body: { device_token?: string | undefined };
}

/** Reads the IP address and the device of a sign-in to the admin. */
export const readStaffVisitor = ({ context: { deviceKey }, headers, body }: SignInRequest): StaffVisitor => ({
  ipAddress: readIpAddress(headers),
  deviceName: parseDeviceName(headers.get('user-agent')),
  deviceToken: verifyDeviceToken(body.device_token, deviceKey),
  deviceKey,
});
