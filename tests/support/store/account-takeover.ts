import { getShippingAddressCall, shippingAddressCall } from '#lib/contract/address.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { getCartCall } from '#lib/contract/cart.ts';
import { updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { loginCall, otpSendCall, otpVerifyCheckoutCall } from '#lib/contract/sign-in.ts';
import { codeFor, newMobile, openSendingShop, password } from './accounts.ts';
import { customerOf } from './customer.ts';
import { address } from './delivery-address.ts';
import type { TestShop } from './test-store.ts';

/** Opens a shop that sends codes by SMS and has no mail server. */
export const openTextingShop = (): Promise<TestShop> => openSendingShop({ mail: undefined });

/** The victim's street address, which no other customer may read. */
export const SECRET_HOME = '42 Secret Lane';

/** A person whose address and number an attacker knows. */
export interface Victim {
  email: string;
  mobile: string;
}
export function newVictim(): Victim {
  const mobile = newMobile();
  return { mobile, email: `victim-${mobile}@example.com` };
}

/** Verifies a number by its SMS code; returns the token. */
export async function signInByCode(shop: TestShop, mobile: string): Promise<string> {
  const otp = await codeFor(shop, mobile, otpSendCall);
  return (await shop.succeed(otpVerifyCheckoutCall, { body: { mobile, otp } })).data.token ?? '';
}

/** Checks out as a guest with their own number and address, and saves a secret address; returns the token. */
export async function buyAsGuest(shop: TestShop, { email, mobile }: Victim): Promise<string> {
  const token = await signInByCode(shop, mobile);
  await shop.succeed(updateUserDetailsCall, { token, body: { firstname: 'Vidya', lastname: 'Menon', email } });
  const home = { ...address, email, phone_number: mobile, address: SECRET_HOME };
  await shop.succeed(shippingAddressCall, { token, body: home });
  const { id } = await shop.add({ name: `Lamp ${mobile}`, category: 'Home', price: 10_000 });
  const till = customerOf(shop, token);
  await till.put(id);
  const [line] = await till.cart();
  await till.buy(line?.final_price ?? '', { address: home });
  return token;
}

/** Returns everything readable with a token and with a password, as one text. */
export async function readableBy(
  shop: TestShop,
  { token, ...credentials }: { token?: string | undefined; email: string; password?: string },
): Promise<string> {
  const signedIn = await shop.call(loginCall, { body: { email: credentials.email, password: credentials.password ?? password } });
  const tokens = [token, 'data' in signedIn ? signedIn.data.token : undefined].filter((one) => one !== undefined);
  const read: unknown[] = [signedIn];
  for (const one of tokens)
    for (const call of [getOrdersCall, getShippingAddressCall, getCartCall] as Call[])
      read.push(await shop.call(call, { token: one }));
  return JSON.stringify(read);
}
