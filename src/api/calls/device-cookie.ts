import { parse, serialize } from 'hono/utils/cookie';
import type { SignInContext } from '#api/services/auth/sign-in.ts';
import { parseDeviceName } from '#api/services/sessions/device-name.ts';
import { DEVICE_TTL_SECONDS } from '#api/services/sessions/known-devices.ts';
import { createToken } from '#api/services/sessions/tokens.ts';
import type { CallContext } from './handler.ts';
import { readIpAddress } from './http/client-address.ts';

/** The cookie that makes a browser a known device. It signs nobody in: it only has limits of its own. */
export const DEVICE_COOKIE = 'device';

interface VisitRequest {
  context: Pick<CallContext, 'siteUrl'>;
  headers: Headers;
  replyHeaders: Headers;
}

function readDeviceToken(headers: Headers): string | undefined {
  const value = parse(headers.get('cookie') ?? '', DEVICE_COOKIE)[DEVICE_COOKIE];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** Where a request comes from. */
export const readSignInContext = ({ context: shop, headers }: Pick<VisitRequest, 'context' | 'headers'>): SignInContext => ({
  ipAddress: readIpAddress(headers),
  deviceToken: readDeviceToken(headers),
  deviceName: parseDeviceName(headers.get('user-agent')),
  siteUrl: shop.siteUrl,
});

/**
 * As `visitOf`, and gives the browser a device token that it keeps for 90 days, a new one where it has none. Scripts cannot read it, it is
 * sent to the store API alone, and not from other sites.
 */
export function setDeviceCookie(request: VisitRequest): SignInContext {
  const visit = readSignInContext(request);
  const deviceToken = visit.deviceToken ?? createToken();
  const secure = visit.siteUrl.startsWith('https:');
  const rules = { path: '/api', maxAge: DEVICE_TTL_SECONDS, httpOnly: true, sameSite: 'Strict', secure } as const;
  request.replyHeaders.append('set-cookie', serialize(DEVICE_COOKIE, deviceToken, rules));
  return { ...visit, deviceToken };
}
