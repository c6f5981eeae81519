import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { getCartCall } from '#lib/contract/cart.ts';
import { updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { otpSendCall, otpVerifyCheckoutCall } from '#lib/contract/sign-in.ts';
import { openShop, signIn, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let next = 9_000_000_000;
const newMobile = () => String(next++);
const details = (email: string) => ({ firstname: 'Asha', lastname: 'Rao', email });
const code = async (mobile: string) => (await shop.succeed(otpSendCall, { body: { mobile } })).data.otp ?? '';
const otherThan = (otp: string) => (otp === '000000' ? '000001' : '000000');
const verify = (mobile: string, otp: string) => shop.call(otpVerifyCheckoutCall, { body: { mobile, otp } });

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(() => vi.useRealTimers());

describe('a one-time code', () => {
  test('has six digits, opens a session once, and creates a customer without a name', async () => {
    const mobile = newMobile();
    const otp = await code(mobile);
    expect(otp).toMatch(/^\d{6}$/);
    const { data } = await shop.succeed(otpVerifyCheckoutCall, { body: { mobile, otp } });
    expect(data).toMatchObject({ is_existing_customer: false, customer: { firstname: '', alt_phone_number: mobile } });
    expect(data.token).toMatch(/^[\w-]{43}$/);
    expect(await verify(mobile, otp)).toMatchObject({ success: false, message: 'Invalid OTP', errors: { otp: ['Invalid OTP'] } });
  });

  test('expires after three wrong tries, even if the fourth is right', async () => {
    const mobile = newMobile();
    const otp = await code(mobile);
    for (let i = 0; i < 3; i++) expect(await verify(mobile, otherThan(otp))).toMatchObject({ success: false, httpStatus: 422 });
    expect(await verify(mobile, otp)).toMatchObject({ success: false, message: 'Invalid OTP' });
  });

  test('is still valid after two wrong tries', async () => {
    const mobile = newMobile();
    const otp = await code(mobile);
    await verify(mobile, otherThan(otp));
    await verify(mobile, otherThan(otp));
    expect(await verify(mobile, otp)).toMatchObject({ success: true });
  });

  test('replaces the previous one', async () => {
    const mobile = newMobile();
    const first = await code(mobile);
    const second = await code(mobile);
    if (first !== second) expect(await verify(mobile, first)).toMatchObject({ success: false });
    expect(await verify(mobile, second)).toMatchObject({ success: true });
  });

  test('is valid for one number only', async () => {
    const mobile = newMobile();
    const otp = await code(mobile);
    expect(await verify(newMobile(), otp)).toMatchObject({ success: false, message: 'Invalid OTP' });
  });

  test('is valid for five minutes', async () => {
    const mobile = newMobile();
    const otp = await code(mobile);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1000 });
    expect(await verify(mobile, otp)).toMatchObject({ success: false, message: 'Invalid OTP' });
  });

  test('is sent at most five times in ten minutes', async () => {
    const mobile = newMobile();
    for (let i = 0; i < 5; i++) await code(mobile);
    expect((await shop.fail(otpSendCall, { body: { mobile } })).httpStatus).toBe(429);
    const response = await shop.raw('/otp/send', { method: 'POST', body: JSON.stringify({ mobile }) });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(500);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1000 });
    await code(mobile);
  });

  test('is not stored in plain text', async () => {
    const mobile = newMobile();
    const otp = await code(mobile);
    const rows = await shop.store.db.selectFrom('otp').selectAll().where('phone_number', '=', mobile).execute();
    expect(JSON.stringify(rows)).not.toContain(`"${otp}"`);
  });

  test('is refused with a clear message by a shop that cannot send codes', async () => {
    const closed = await openShop({ demoMode: false });
    const refused = await closed.fail(otpSendCall, { body: { mobile: newMobile() } });
    expect(refused).toMatchObject({ httpStatus: 503, message: expect.stringContaining('cannot send one-time codes') });
    expect(await closed.store.db.selectFrom('otp').selectAll().execute()).toEqual([]);
    await closed.close();
  });

  test.each(['', '123', '0123456789', '98765432101', '98765 43210', '९८७६५४३२१', 'x'.repeat(100_000)])(
    'is not sent to “%.20s”',
    async (mobile) => {
      const refused = await shop.fail(otpSendCall, { body: { mobile } });
      expect(refused).toMatchObject({ httpStatus: 422, errors: { mobile: [expect.any(String)] } });
    },
  );
});

describe('a session', () => {
  test('is required where the contract says so', async () => {
    expect(await shop.fail(getCartCall)).toMatchObject({ httpStatus: 401, message: 'User not authenticated' });
    expect(await shop.fail(getCartCall, { token: 'made-up' })).toMatchObject({
      httpStatus: 401,
      message: 'Your session has expired. Please sign in again.',
    });
  });

  test('without a name may fill a cart but not see orders', async () => {
    const token = await signIn(shop, newMobile());
    await shop.succeed(getCartCall, { token });
    expect(await shop.fail(getOrdersCall, { token })).toMatchObject({
      httpStatus: 403,
      message: 'Please complete your details first',
    });
  });

  test('ends after seven idle days and is extended by use', async () => {
    const token = await signUp(shop, newMobile());
    const day = 24 * 60 * 60_000;
    const start = Date.now();
    for (const days of [6, 12, 18]) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + days * day });
      await shop.succeed(getCartCall, { token });
    }
    vi.useFakeTimers({ toFake: ['Date'], now: start + 26 * day });
    expect((await shop.fail(getCartCall, { token })).httpStatus).toBe(401);
  });

  test('token is stored only as a hash', async () => {
    const token = await signIn(shop, newMobile());
    expect(JSON.stringify(await shop.store.db.selectFrom('session').selectAll().execute())).not.toContain(token);
  });
});

describe('guest details', () => {
  test('create a customer, whom the same number finds again', async () => {
    const mobile = newMobile();
    const token = await signIn(shop, mobile);
    const body = { ...details('asha@example.com'), alt_phone_number: '9123456789' };
    const { data } = await shop.succeed(updateUserDetailsCall, { token, body });
    expect(data).toMatchObject({
      token,
      customer: { firstname: 'Asha', email: 'asha@example.com', alt_phone_number: '9123456789' },
    });
    const again = await shop.succeed(otpVerifyCheckoutCall, { body: { mobile, otp: await code(mobile) } });
    expect(again.data).toMatchObject({ is_existing_customer: true, customer: { lastname: 'Rao' } });
  });

  test('may name an email that another customer named, which verifies it for neither', async () => {
    await shop.succeed(updateUserDetailsCall, { token: await signIn(shop, newMobile()), body: details('named@example.com') });
    const token = await signIn(shop, newMobile());
    const { data } = await shop.succeed(updateUserDetailsCall, { token, body: details('NAMED@example.com') });
    expect(data.customer.email).toBe('NAMED@example.com');
    const rows = await shop.store.db
      .selectFrom('customer')
      .select('email_verified_at')
      .where('email', '=', 'named@example.com')
      .execute();
    expect(rows).toEqual([{ email_verified_at: null }, { email_verified_at: null }]);
  });

  test('may be sent again by the same customer', async () => {
    const token = await signUp(shop, newMobile());
    await shop.succeed(updateUserDetailsCall, { token, body: details('same@example.com') });
    await shop.succeed(updateUserDetailsCall, { token, body: details('same@example.com') });
  });

  test('are refused with the specification’s messages', async () => {
    const token = await signIn(shop, newMobile());
    const body = { firstname: 'A', lastname: '', email: 'nobody', alt_phone_number: '12' };
    expect((await shop.fail(updateUserDetailsCall, { token, body })).errors).toEqual({
      firstname: ['Must be at least 2 characters'],
      lastname: ['This field is required'],
      email: ['Must be a valid email address'],
      alt_phone_number: ['Must be a valid 10-digit number'],
    });
  });
});
