import { parse, serialize } from 'hono/utils/cookie';
import type { SignInContext } from '#api/services/auth/complete-sign-in.ts';
import { parseDeviceName } from '#api/services/sessions/device-name.ts';
import { DEVICE_TTL_SECONDS } from '#api/services/sessions/known-devices.ts';
import { createToken } from '#api/services/sessions/tokens.ts';
import type { CallContext } from './call-context.ts';
import { readIpAddress } from './http/read-ip-address.ts';

/** Cookie of a known device, which has rate limits of its own. It is not a session and does not sign in. */
const DEVICE_COOKIE = 'device';

interface SignInRequest {
  context: Pick<CallContext, 'siteUrl'>;
  headers: Headers;
  replyHeaders: Headers;
}

function readDeviceToken(headers: Headers): string | undefined {
  const value = parse(headers.get('cookie') ?? '', DEVICE_COOKIE)[DEVICE_COOKIE];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** Reads IP address and device of a sign-in request. */
export const readSignInContext = ({ context, headers }: Pick<SignInRequest, 'context' | 'headers'>): SignInContext => ({
  ipAddress: readIpAddress(headers),
  deviceToken: readDeviceToken(headers),
  deviceName: parseDeviceName(headers.get('user-agent')),
  siteUrl: context.siteUrl,
});

/**
 * As `readSignInContext`, and sets the device cookie for 90 days, with a new token if the browser has none. The cookie is HttpOnly,
 * SameSite=Strict and limited to the store API.
 */
export function setDeviceCookie(request: SignInRequest): SignInContext {
  const context = readSignInContext(request);
  const deviceToken = context.deviceToken ?? createToken();
  const secure = context.siteUrl.startsWith('https:');
  const attributes = { path: '/api', maxAge: DEVICE_TTL_SECONDS, httpOnly: true, sameSite: 'Strict', secure } as const;
  request.replyHeaders.append('set-cookie', serialize(DEVICE_COOKIE, deviceToken, attributes));
  return { ...context, deviceToken };
}
