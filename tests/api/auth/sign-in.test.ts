import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { getCartCall } from '#lib/contract/cart.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { forgotPasswordCall } from '#lib/contract/password-reset.ts';
import {
  loginCall,
  loginOtpCall,
  logoutCall,
  otpSendCall,
  otpVerifyCheckoutCall,
  otpVerifyLoginCall,
} from '#lib/contract/sign-in.ts';
import { registerCall } from '#lib/contract/sign-up.ts';
import {
  codeFor,
  forgetLimits,
  messagesTo,
  newMobile,
  openSendingShop,
  registerPerson,
  signUpBody,
  textedCode,
} from '#tests/support/store/accounts.ts';
import { hashFast, hashSafely } from '#tests/support/store/fast-hashing.ts';
import { openShop, signIn, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let demo: TestShop;
let shop: TestShop;

beforeAll(async () => {
  hashSafely();
  demo = await openShop();
  shop = await openSendingShop();
});
afterAll(async () => {
  hashFast();
  await demo.close();
  await shop.close();
});
afterEach(() => vi.useRealTimers());

/** The 10th percentile in milliseconds, which background load affects least. */
const p10 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? 0;

/** Two calls that must take the same time. */
type Pair = readonly [one: () => Promise<unknown>, other: () => Promise<unknown>];

/** Alternates both calls, so that background load slows them alike, and adds their durations to `times`. */
async function measure(rounds: number, pair: Pair, times: readonly [number[], number[]]): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    await forgetLimits(shop);
    for (const place of i % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
      const begun = performance.now();
      await pair[place]();
      times[place].push(performance.now() - begun);
    }
  }
}

/** Expects a difference of less than 10 ms. Adds rounds on a busy machine; a real difference would persist. */
async function expectAlike(rounds: number, ...pair: Pair): Promise<void> {
  const times: [number[], number[]] = [[], []];
  let apart = Number.POSITIVE_INFINITY;
  for (let tries = 0; apart >= 10 && tries < 12; tries++) {
    await measure(rounds, pair, times);
    apart = Math.abs(p10(times[0]) - p10(times[1]));
  }
  expect(apart).toBeLessThan(10);
}

describe('signing in by password', () => {
  test('opens a session, whatever the case of the address', async () => {
    const person = await registerPerson(demo);
    const outcome = await demo.succeed(loginCall, { body: { ...person, email: person.email.toUpperCase() } });
    expect(outcome).toMatchObject({ message: 'Login successful.', data: { token: expect.stringMatching(/^[\w-]{43}$/) } });
    await demo.succeed(getOrdersCall, { token: outcome.data.token });
  });

  test('answers alike for a wrong password, an unknown address and an account without a password', async () => {
    const { email } = await registerPerson(demo);
    const mobile = newMobile();
    await signUp(demo, mobile);
    const refusals = [];
    for (const who of [email, 'nobody@example.com', `${mobile}@example.com`]) {
      refusals.push(await demo.fail(loginCall, { body: { email: who, password: 'wrong-one!' } }));
    }
    expect(refusals[0]).toEqual({ success: false, httpStatus: 401, message: 'Login failed', code: 'login_refused' });
    expect(refusals[1]).toEqual(refusals[0]);
    expect(refusals[2]).toEqual(refusals[0]);
  });

  // 15 rounds keep the test short; 200 give the same result.
  test('takes the same time with and without an account', async () => {
    const { email } = await registerPerson(shop);
    const tries = (who: string) => () => shop.fail(loginCall, { body: { email: who, password: 'wrong-one!' } });
    await expectAlike(15, tries(email), tries('nobody@example.com'));
  });
});

describe('calls that could reveal an account take the same time with and without one:', () => {
  test('a forgotten password', async () => {
    const { email } = await registerPerson(shop);
    const ask = (who: string) => () => shop.succeed(forgotPasswordCall, { body: { email: who } });
    await expectAlike(30, ask(email), ask('nobody@example.com'));
  });

  test('signing up', async () => {
    const known = await registerPerson(shop);
    const again = () => shop.succeed(registerCall, { body: signUpBody({ email: known.email }) });
    const fresh = () => shop.succeed(registerCall, { body: signUpBody() });
    await expectAlike(15, again, fresh);
  });

  test('a code for signing in', async () => {
    const mobile = newMobile();
    const otp = await codeFor(shop, mobile, otpSendCall);
    await shop.succeed(otpVerifyCheckoutCall, { body: { mobile, otp } });
    await shop.change((tx) => tx.updateTable('customer').set({ firstname: 'A' }).where('phone_number', '=', mobile).execute());
    const ask = (who: string) => () => shop.succeed(loginOtpCall, { body: { mobile: who } });
    await expectAlike(30, ask(mobile), ask(newMobile()));
    expect((await messagesTo(shop, mobile)).length).toBeGreaterThan(30);
  });
});

describe('signing in by a code', () => {
  const verify = (where: TestShop, mobile: string, otp: string) => where.call(otpVerifyLoginCall, { body: { mobile, otp } });

  test('opens a session for the customer with that number', async () => {
    const { phone_number, email } = await registerPerson(demo);
    const otp = await codeFor(demo, phone_number, loginOtpCall);
    const outcome = await demo.succeed(otpVerifyLoginCall, { body: { mobile: phone_number, otp } });
    expect(outcome).toMatchObject({ message: 'OTP verified successfully', data: { customer: { email } } });
    await demo.succeed(getOrdersCall, { token: outcome.data.token });
    expect(await verify(demo, phone_number, otp)).toMatchObject({ success: false, message: 'Invalid OTP' });
  });

  test('answers alike for an unknown number, and opens no session', async () => {
    const mobile = newMobile();
    const sent = await demo.succeed(loginOtpCall, { body: { mobile } });
    expect(sent).toMatchObject({ message: 'Code sent', data: { otp: expect.stringMatching(/^\d{6}$/) } });
    expect(await verify(demo, mobile, sent.data.otp ?? '')).toMatchObject({
      success: false,
      httpStatus: 422,
      message: expect.stringContaining('no account'),
    });
    const none = await demo.store.db.selectFrom('customer').selectAll().where('phone_number', '=', mobile).execute();
    expect(none).toEqual([]);
  });

  test('sends the code only to a known customer, in the same transaction, and does not echo it', async () => {
    const mobile = newMobile();
    expect(await shop.succeed(loginOtpCall, { body: { mobile } })).toEqual({
      success: true,
      message: 'Code sent',
      data: { otp_request: expect.any(String) },
    });
    expect(await messagesTo(shop, mobile)).toEqual([]);
    expect((await shop.succeed(otpSendCall, { body: { mobile } })).data).toEqual({ otp_request: expect.any(String) });
    expect(await messagesTo(shop, mobile)).toMatchObject([{ kind: 'sms', subject: 'otp' }]);
    expect(await textedCode(shop, mobile)).toMatch(/^\d{6}$/);
  });

  test('accepts only a sign-in code, and a checkout accepts only a checkout code', async () => {
    const { phone_number: mobile } = await registerPerson(demo);
    const forLogin = await codeFor(demo, mobile, loginOtpCall);
    const forCheckout = await codeFor(demo, mobile, otpSendCall);
    expect(await verify(demo, mobile, forCheckout)).toMatchObject({ success: forLogin === forCheckout });
    expect(await demo.call(otpVerifyCheckoutCall, { body: { mobile, otp: forCheckout } })).toMatchObject({ success: true });
    expect(await verify(demo, mobile, forLogin)).toMatchObject({ success: true });
  });
});

describe('a session', () => {
  const day = 24 * 60 * 60_000;

  test.each(['/customer/logout', '/customer/end-sessions'])(
    'ends at %s with the browser’s cache, and with nothing else',
    async (path) => {
      const { token } = await registerPerson(demo);
      const response = await demo.raw(path, { method: 'POST', body: '{}', headers: { authorization: `Bearer ${token}` } });
      expect([response.status, response.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
      const refused = await demo.raw(path, { method: 'POST', body: '{}', headers: { authorization: `Bearer ${token}` } });
      expect([refused.status, refused.headers.get('clear-site-data')]).toEqual([401, null]);
      const headers = { authorization: `Bearer ${(await registerPerson(demo)).token}`, 'sec-fetch-site': 'cross-site' };
      const fromElsewhere = await demo.raw(path, { method: 'POST', body: '{}', headers });
      expect([fromElsewhere.status, fromElsewhere.headers.get('clear-site-data')]).toEqual([200, null]);
    },
  );

  test('ends at sign-out, and other sessions stay', async () => {
    const person = await registerPerson(demo);
    const other = (await demo.succeed(loginCall, { body: person })).data.token;
    expect(await demo.succeed(logoutCall, { token: person.token, body: {} })).toEqual({
      success: true,
      message: 'Logout successful',
    });
    expect((await demo.fail(getCartCall, { token: person.token })).httpStatus).toBe(401);
    expect((await demo.fail(logoutCall, { token: person.token, body: {} })).httpStatus).toBe(401);
    await demo.succeed(getCartCall, { token: other });
  });

  test('ends after 30 days of continuous use', async () => {
    const token = await signIn(demo, newMobile());
    const start = Date.now();
    for (const days of [6, 12, 18, 24, 29]) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + days * day });
      await demo.succeed(getCartCall, { token });
    }
    vi.useFakeTimers({ toFake: ['Date'], now: start + 30 * day + 1000 });
    expect((await demo.fail(getCartCall, { token })).httpStatus).toBe(401);
  });
});
