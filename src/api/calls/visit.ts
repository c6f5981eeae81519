import { parse, serialize } from 'hono/utils/cookie';
import { deviceName } from '#api/services/devices/device-name.ts';
import { DEVICE_SECONDS } from '#api/services/devices/known-devices.ts';
import { newSecret } from '#api/services/secrets.ts';
import type { Visit } from '#api/services/sign-in.ts';
import { clientAddress } from './client-address.ts';
import type { Shop } from './handler.ts';

/** The cookie that makes a browser a known device. It signs nobody in: it only has limits of its own. */
export const DEVICE_COOKIE = 'device';

interface VisitRequest {
  shop: Pick<Shop, 'siteUrl'>;
  headers: Headers;
  replyHeaders: Headers;
}

function readDeviceToken(headers: Headers): string | undefined {
  const value = parse(headers.get('cookie') ?? '', DEVICE_COOKIE)[DEVICE_COOKIE];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** Where a request comes from. */
export const visitOf = ({ shop, headers }: Pick<VisitRequest, 'shop' | 'headers'>): Visit => ({
  address: clientAddress(headers),
  deviceToken: readDeviceToken(headers),
  deviceName: deviceName(headers.get('user-agent')),
  siteUrl: shop.siteUrl,
});

/**
 * As `visitOf`, and gives the browser a device token that it keeps for 90 days, a new one where it has none. Scripts cannot read it, it is
 * sent to the store API alone, and not from other sites.
 */
export function keepDevice(request: VisitRequest): Visit {
  const visit = visitOf(request);
  const deviceToken = visit.deviceToken ?? newSecret();
  const secure = visit.siteUrl.startsWith('https:');
  const rules = { path: '/api', maxAge: DEVICE_SECONDS, httpOnly: true, sameSite: 'Strict', secure } as const;
  request.replyHeaders.append('set-cookie', serialize(DEVICE_COOKIE, deviceToken, rules));
  return { ...visit, deviceToken };
}
