import type { Refused } from '#lib/client/request.ts';
import type { BodyOf, Call } from '#lib/contract/calls/define-call.ts';
import { loginCall, loginOtpCall, otpSendCall, otpVerifyCheckoutCall, otpVerifyLoginCall } from '#lib/contract/sign-in.ts';
import type { TestShop } from './test-store.ts';

/** Headers of a client address, with a device cookie and a browser if given. */
export const from = (address: string, { device, browser }: { device?: string; browser?: string } = {}) => ({
  'x-client-address': address,
  ...(device && { cookie: `theme=dark; device=${device}; __Secure-device=${device}` }),
  ...(browser && { 'user-agent': browser }),
});

/** Client addresses in different networks. */
export const strangers = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `100.${64 + Math.floor(i / 250)}.${i % 250}.7`);

/** A client address that is not among the strangers. */
export const home = '203.0.113.7';

/** Makes a call; returns the HTTP status. */
export async function statusOf<C extends Call>(
  shop: TestShop,
  call: C,
  body: BodyOf<C>,
  headers: Record<string, string>,
): Promise<number> {
  const outcome = await shop.call(call, { body, headers });
  return 'httpStatus' in (outcome as object) ? (outcome as Refused).httpStatus : 200;
}

const paths = {
  login: loginCall.path,
  send: otpSendCall.path,
  sendLogin: loginOtpCall.path,
  verify: otpVerifyCheckoutCall.path,
  verifyLogin: otpVerifyLoginCall.path,
};

/** Makes a call as a browser does; returns the reply and the device token from its cookie. */
export async function visit(shop: TestShop, call: keyof typeof paths, body: object, headers: Record<string, string>) {
  const post = { method: 'POST', body: JSON.stringify(body), headers };
  const response = await shop.raw(paths[call], post);
  const cookie = response.headers.get('set-cookie') ?? '';
  const reply = (await response.json()) as { data?: { otp?: string; otp_request?: string; token?: string } };
  return {
    status: response.status,
    cookie,
    device: /^(?:__Secure-)?device=([\w.-]{87});/.exec(cookie)?.[1] ?? '',
    data: reply.data ?? {},
  };
}
