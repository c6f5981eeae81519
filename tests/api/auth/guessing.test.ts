import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStore } from '#api/embedded-store.ts';
import { derivation, hashPassword } from '#api/services/auth/password-hashing.ts';
import type { Refused } from '#lib/client/request.ts';
import { resetPasswordCall } from '#lib/contract/accounts.ts';
import type { BodyOf, Call } from '#lib/contract/calls/define-call.ts';
import { contactCall } from '#lib/contract/contact.ts';
import { applyCouponCall } from '#lib/contract/coupons.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { forgotPasswordCall, tokenPasswordCall } from '#lib/contract/password-reset.ts';
import { loginCall, loginOtpCall, otpSendCall, otpVerifyCheckoutCall } from '#lib/contract/sign-in.ts';
import { registerCall, verifyEmailCall } from '#lib/contract/sign-up.ts';
import {
  codeFor,
  forgetLimits,
  messagesTo,
  newMobile,
  openSendingShop,
  registerPerson,
  signUpBody,
} from '#tests/support/store/accounts.ts';
import { rush } from '#tests/support/store/concurrent-calls.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const demo: TestShop = await openShop();

beforeEach(() => forgetLimits(demo));
afterEach(() => vi.restoreAllMocks());
afterAll(() => demo.close());

const from = (address: string) => ({ 'x-client-address': address });
const statuses = (outcomes: { success: boolean; httpStatus?: number }[]) => outcomes.map(({ httpStatus }) => httpStatus ?? 200);
const count = (all: unknown[], one: unknown): number => all.filter((each) => each === one).length;

/** Sends `tries` calls in sequence, each with its own body, and counts the outcomes. */
async function repeat<C extends Call>(
  call: C,
  tries: number,
  body: (i: number) => BodyOf<C>,
  address = '203.0.113.7',
  token = '',
) {
  const answers: number[] = [];
  for (let i = 0; i < tries; i++) {
    const outcome = await demo.call(call, { body: body(i), headers: from(address), token });
    answers.push('httpStatus' in (outcome as object) ? (outcome as Refused).httpStatus : 200);
  }
  return answers;
}

describe('a password', () => {
  test('guessed 1,000 times concurrently from 50 addresses is compared at most 20 times, and the right one signs in', async () => {
    const { email, password } = await registerPerson(demo);
    const compared = vi.spyOn(derivation, 'derive');
    const words = () => compared.mock.calls.map(([, { message }]) => String(message));
    const countGuesses = () => words().filter((word) => word.startsWith('guess-')).length;
    const guess = (i: number) =>
      demo.fail(loginCall, { body: { email, password: `guess-${i}!` }, headers: from(`198.51.100.${i % 50}`) });
    // A slow database server replies 503 to some of them, or to all: then half as many are sent.
    const known = [`401 ${failure.login}`, `429 ${failure.tooMany}`, `503 ${failure.busy}`];
    for (let length = 1000; length > 10 && countGuesses() === 0; length /= 2) {
      await forgetLimits(demo);
      const refused = await Promise.all(Array.from({ length }, (_, i) => guess(i)));
      const refusals = new Set(refused.map(({ httpStatus, message }) => `${httpStatus} ${message}`));
      expect(known).toEqual(expect.arrayContaining([...refusals]));
    }
    expect(countGuesses()).toBeGreaterThan(0);
    const signIn = () => demo.call(loginCall, { body: { email, password }, headers: from('203.0.113.7') });
    await expect.poll(signIn).toMatchObject({ success: true });
    expect(words()).toContain(password);
    expect(countGuesses()).toBeLessThanOrEqual(20);
  }, 180_000);

  test('guessed too often answers 429 with Retry-After, with or without an account', async () => {
    const { email } = await registerPerson(demo);
    for (const who of [email, 'nobody@example.com']) {
      const guess = () => demo.raw('/customer/login', { method: 'POST', body: JSON.stringify({ email: who, password: 'x' }) });
      const answers = [];
      for (let i = 0; i < 12; i++) answers.push(await guess());
      expect(
        count(
          answers.map(({ status }) => status),
          429,
        ),
      ).toBe(2);
      expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(800);
    }
  });

  test('entered correctly resets the count of wrong tries', async () => {
    const person = await registerPerson(demo);
    for (let i = 0; i < 3; i++) {
      expect(await repeat(loginCall, 8, () => ({ email: person.email, password: 'wrong-one!' }))).toEqual(Array(8).fill(401));
      await demo.succeed(loginCall, { body: person });
    }
  });

  test('cannot be tried across many accounts from one address', async () => {
    const answers = await repeat(loginCall, 70, (i) => ({ email: `person-${i}@example.com`, password: 'mango-lassi!' }));
    expect(count(answers, 401)).toBe(60);
    const half = '2001:db8:1:2';
    const more = await Promise.all(
      Array.from({ length: 61 }, (_, i) =>
        demo.call(loginCall, { body: { email: `other-${i}@example.com`, password: 'x' }, headers: from(`${half}::${i}`) }),
      ),
    );
    expect(count(statuses(more), 429)).toBeGreaterThan(0);
  });

  test('that changes while it is being compared opens no session', async () => {
    const person = await registerPerson(demo);
    const { derive } = derivation;
    vi.spyOn(derivation, 'derive').mockImplementationOnce(async (...parameters) => {
      const changed = { password_hash: await hashPassword('changed-it!') };
      await demo.change((tx) => tx.updateTable('customer').set(changed).where('email', '=', person.email).execute());
      return derive(...parameters);
    });
    expect((await demo.fail(loginCall, { body: person })).httpStatus).toBe(401);
    await demo.succeed(loginCall, { body: { ...person, password: 'changed-it!' } });
  });

  test('cannot be guessed through a stolen session', async () => {
    const { token } = await registerPerson(demo);
    const wrong = { old_password: 'wrong-one!', new_password: 'changed-it!', confirm_password: 'changed-it!' };
    const answers = await repeat(resetPasswordCall, 12, () => wrong, '203.0.113.7', token);
    expect([count(answers, 422), count(answers, 429)]).toEqual([10, 2]);
  });
});

describe('a code', () => {
  test('guessed 200 times concurrently is compared three times, and the right code then comes too late', async () => {
    const mobile = newMobile();
    const otp = await codeFor(demo, mobile, otpSendCall);
    const wrong = otp === '000000' ? '000001' : '000000';
    const guesses = Array.from({ length: 200 }, (_, i) =>
      demo.call(otpVerifyCheckoutCall, { body: { mobile, otp: wrong }, headers: from(`198.51.100.${i}`) }),
    );
    await Promise.all(guesses);
    const row = await demo.store.db
      .selectFrom('otp')
      .select('attempts_left')
      .where('phone_number', '=', mobile)
      .executeTakeFirst();
    expect(row?.attempts_left).toBe(0);
    await forgetLimits(demo);
    expect(await demo.call(otpVerifyCheckoutCall, { body: { mobile, otp } })).toMatchObject({
      success: false,
      message: 'Invalid OTP',
    });
  });

  test('entered correctly by 50 concurrent requests from 5 processes opens one session', async () => {
    const mobile = newMobile();
    const otp = await codeFor(demo, mobile, otpSendCall);
    const answers = await rush(
      demo,
      Array.from({ length: 50 }, () => ({ call: 'otpVerifyCheckout', token: '', body: { mobile, otp } })),
      5,
    );
    expect(answers).toMatchObject({ ok: 1, '422 Invalid OTP': 29 });
    const sessions = await demo.store.db
      .selectFrom('session')
      .innerJoin('customer', 'customer.id', 'session.customer_id')
      .select('token_hash')
      .where('phone_number', '=', mobile)
      .execute();
    expect(sessions).toHaveLength(1);
  });

  test('is sent to a number at most five times in ten minutes, for all purposes together', async () => {
    const mobile = newMobile();
    const first = await repeat(otpSendCall, 3, () => ({ mobile }));
    const second = await repeat(loginOtpCall, 3, () => ({ mobile }));
    expect([...first, ...second]).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('is sent to a number at most 15 times a day', async () => {
    const mobile = newMobile();
    const start = Date.now();
    const answers = [];
    for (let i = 0; i < 4; i++) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + i * 11 * 60_000 });
      answers.push(...(await repeat(otpSendCall, 5, () => ({ mobile }))));
    }
    vi.useRealTimers();
    expect(count(answers, 200)).toBe(15);
  });

  test('cannot be sent from one address to many numbers', async () => {
    const answers = await repeat(otpSendCall, 65, () => ({ mobile: newMobile() }));
    expect([count(answers, 200), count(answers, 429)]).toEqual([60, 5]);
  });
});

describe('other calls that can be guessed or send messages', () => {
  test('sign-ups of one address are refused after four an hour', async () => {
    const body = signUpBody();
    expect(await repeat(registerCall, 6, () => body)).toEqual([200, 409, 409, 409, 429, 429]);
  });

  test('mailed secrets have a limit of tries', async () => {
    const guess = { token: 'x', password: 'brand-new!', password_confirmation: 'brand-new!' };
    expect(count(await repeat(tokenPasswordCall, 65, () => guess), 429)).toBe(5);
    expect(count(await repeat(verifyEmailCall, 65, (i) => ({ token: `x${i}` })), 429)).toBe(5);
  });

  test('coupon codes have a limit of tries', async () => {
    const { token } = await registerPerson(demo);
    const answers = await repeat(applyCouponCall, 33, (i) => ({ coupon_code: `GUESS${i}` }), '203.0.113.7', token);
    expect(count(answers, 429)).toBe(3);
  });

  test('messages to the store have a daily limit', async () => {
    const form = { ...signUpBody(), subject: 'Hello', message: 'Is anybody there?' };
    expect(count(await repeat(contactCall, 7, () => form), 429)).toBe(2);
  });

  test('forgotten passwords and sign-ups cannot flood a mailbox', async () => {
    const shop = await openSendingShop();
    const person = await registerPerson(shop);
    const before = (await messagesTo(shop, person.email)).length;
    for (let i = 0; i < 8; i++) {
      await shop.call(forgotPasswordCall, { body: { email: person.email } });
      await shop.call(registerCall, { body: signUpBody({ email: person.email }) });
    }
    expect((await messagesTo(shop, person.email)).length - before).toBeLessThanOrEqual(7);
    await shop.close();
  });

  test('limits are shared by all instances and survive a restart', async () => {
    const body = { email: 'target@example.com', password: 'wrong-one!' };
    await repeat(loginCall, 10, () => body);
    const { dataDir, databaseUrl, raw } = demo;
    const other = await openStore({
      dataDir,
      databaseUrl,
      applicationKey: 'test-key',
      demoMode: true,
      log: pino({ level: 'silent' }),
    });
    const headers = { 'x-app-key': 'test-key', 'content-type': 'application/json' };
    const url = 'http://store.test/api/customer/login';
    const answer = await other.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
    expect(answer.status).toBe(429);
    await other.close();
    expect((await raw('/customer/login', { method: 'POST', body: JSON.stringify(body) })).status).toBe(429);
  });

  test('stored limits hold no personal data', async () => {
    const { email, phone_number } = await registerPerson(demo);
    await codeFor(demo, phone_number, otpSendCall);
    const rows = await demo.store.db.selectFrom('rate_limit').selectAll().execute();
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(email);
    expect(JSON.stringify(rows)).not.toContain(phone_number);
  });
});
