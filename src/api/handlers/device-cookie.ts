import { parse, serialize } from 'hono/utils/cookie';
import type { SignInContext } from '#api/services/auth/complete-sign-in.ts';
import { parseDeviceName } from '#api/services/sessions/device-name.ts';
import { createDeviceToken, verifyDeviceToken } from '#api/services/sessions/device-tokens.ts';
import { DEVICE_TTL_SECONDS } from '#api/services/sessions/known-devices.ts';
import type { CallContext } from './call-context.ts';

/** Cookie of a known device, which has rate limits of its own. It is not a session and does not sign in. */
const DEVICE_COOKIE = 'device';

/** Its name where the public address is https: browsers take it over https only. */
const SECURE_DEVICE_COOKIE = `__Secure-${DEVICE_COOKIE}`;

interface SignInRequest {
  context: Pick<CallContext, 'siteUrl' | 'deviceKey'>;
  headers: Headers;
  ipAddress: string;
  replyHeaders: Headers;
}

const cookieName = (siteUrl: string): string => (siteUrl.startsWith('https:') ? SECURE_DEVICE_COOKIE : DEVICE_COOKIE);

/** Reads IP address and device of a sign-in request. */
export const readSignInContext = ({
  context: { siteUrl, deviceKey },
  headers,
  ipAddress,
}: Omit<SignInRequest, 'replyHeaders'>): SignInContext => ({
  ipAddress,
  deviceToken: verifyDeviceToken(parse(headers.get('cookie') ?? '')[cookieName(siteUrl)], deviceKey),
  deviceName: parseDeviceName(headers.get('user-agent')),
  siteUrl,
});

/**
 * As `readSignInContext`, and sets the device cookie for 90 days, with a new token if the browser has none. The cookie is HttpOnly,
 * SameSite=Strict and limited to the store API.
 */
export function setDeviceCookie(request: SignInRequest): SignInContext & { deviceToken: string } {
  const signInContext = readSignInContext(request);
  const deviceToken = signInContext.deviceToken ?? createDeviceToken(request.context.deviceKey);
  const name = cookieName(signInContext.siteUrl);
  const secure = name === SECURE_DEVICE_COOKIE;
  const attributes = { path: '/api', maxAge: DEVICE_TTL_SECONDS, httpOnly: true, sameSite: 'Strict', secure } as const;
  request.replyHeaders.append('set-cookie', serialize(name, deviceToken, attributes));
  return { ...signInContext, deviceToken };
}
