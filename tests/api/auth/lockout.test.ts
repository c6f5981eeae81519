import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { derivation } from '#api/services/auth/password-hashing.ts';
import { loginCall, loginOtpCall, otpSendCall, otpVerifyCheckoutCall, otpVerifyLoginCall } from '#lib/contract/sign-in.ts';
import { codeFor, forgetLimits, newMobile, password, registerPerson } from '#tests/support/store/accounts.ts';
import { from, home, statusOf, strangers, visit } from '#tests/support/store/client-headers.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const shop: TestShop = await openShop();
beforeEach(() => forgetLimits(shop));
afterEach(() => vi.useRealTimers());
afterAll(() => shop.close());

const wrong = 'wrong-one!';
const tryPassword = (email: string, secret: string, headers: Record<string, string>) =>
  statusOf(shop, loginCall, { email, password: secret }, headers);

/** Returns a function that returns how many passwords were compared since. */
function countGuesses(): () => number {
  const compared = vi.spyOn(derivation, 'derive');
  return () => compared.mock.calls.length;
}
afterEach(() => vi.restoreAllMocks());

/** Registers a customer with a password and a known device. */
async function knownPerson() {
  const person = await registerPerson(shop);
  const { device } = await visit(shop, 'login', { email: person.email, password }, from(home));
  await forgetLimits(shop);
  return { ...person, device };
}

describe('the right password is accepted from an address without wrong tries', () => {
  test('after 10 wrong ones from 10 addresses', async () => {
    const { email } = await registerPerson(shop);
    for (const address of strangers(10)) expect(await tryPassword(email, wrong, from(address))).toBe(401);
    expect(await tryPassword(email, password, from(home))).toBe(200);
  });

  test('after 50 wrong ones in a day', async () => {
    const { email } = await registerPerson(shop);
    countGuesses();
    const start = Date.now();
    for (const [round, address] of strangers(5).entries()) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + round * 16 * 60_000 });
      for (let i = 0; i < 10; i++) expect(await tryPassword(email, wrong, from(address))).toBe(401);
    }
    expect(await tryPassword(email, password, from(home))).toBe(200);
  });

  test('while 30 addresses try as often as their limits allow', async () => {
    const { email } = await registerPerson(shop);
    const compared = countGuesses();
    for (const address of strangers(30)) {
      for (let i = 0; i < 12; i++) await tryPassword(email, wrong, from(address));
    }
    // Ten for the account, then two for each address.
    expect(compared()).toBe(10 + 30 * 2);
    expect(await tryPassword(email, password, from(home))).toBe(200);
  });
});

test('500 addresses together compare at most 150 passwords of one account in a day', async () => {
  const { email } = await registerPerson(shop);
  const compared = countGuesses();
  const start = Date.now();
  for (let round = 0; round < 6; round++) {
    vi.useFakeTimers({ toFake: ['Date'], now: start + round * 16 * 60_000 });
    for (const address of strangers(500).slice(round * 80, round * 80 + 80)) {
      for (let i = 0; i < 3; i++) await tryPassword(email, wrong, from(address));
    }
  }
  expect(compared()).toBe(150);
});

describe('a device that has signed in before', () => {
  test('signs in by password when others have used up the limits, also from their address', async () => {
    const { email, device } = await knownPerson();
    countGuesses();
    const many = strangers(70);
    for (const address of many) {
      for (let i = 0; i < 3; i++) await tryPassword(email, wrong, from(address));
    }
    expect(await tryPassword(email, password, from(home))).toBe(429);
    expect(await tryPassword(email, password, from(many[0] ?? '', { device }))).toBe(200);
  });

  test('has its own limits, and using them up does not affect other devices', async () => {
    const { email, device } = await knownPerson();
    const answers = [];
    for (let i = 0; i < 12; i++) answers.push(await tryPassword(email, wrong, from(home, { device })));
    expect(answers).toEqual([...Array(10).fill(401), 429, 429]);
    expect(await tryPassword(email, password, from('198.51.100.1'))).toBe(200);
  });

  test('can try a password at most 30 times a day', async () => {
    const { email, device } = await knownPerson();
    const compared = countGuesses();
    const start = Date.now();
    for (let round = 0; round < 5; round++) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + round * 16 * 60_000 });
      for (let i = 0; i < 12; i++) await tryPassword(email, wrong, from(home, { device }));
    }
    expect(compared()).toBe(30);
  });

  test('has no privileges at another account, and an invented device has none at all', async () => {
    const thief = await knownPerson();
    const { email } = await registerPerson(shop);
    for (let i = 0; i < 12; i++) await tryPassword(email, wrong, from('198.51.100.9', { device: thief.device }));
    expect(await tryPassword(email, wrong, from('198.51.100.9', { device: thief.device }))).toBe(429);
    expect(await tryPassword(email, wrong, from('198.51.100.9', { device: 'A'.repeat(43) }))).toBe(429);
  });

  test('is known for 90 days after the last sign-in', async () => {
    const { email, device } = await knownPerson();
    const day = 24 * 60 * 60_000;
    const later = { last_used_at: new Date(Date.now() - 90.1 * day).toISOString() };
    await shop.change((tx) => tx.updateTable('known_device').set(later).execute());
    for (let i = 0; i < 12; i++) await tryPassword(email, wrong, from('198.51.100.9'));
    expect(await tryPassword(email, password, from('198.51.100.9', { device }))).toBe(429);
  });

  test('gets a code when others have used up the number’s limit', async () => {
    const mobile = newMobile();
    await signUp(shop, mobile);
    const { data } = await visit(shop, 'send', { mobile }, from(home));
    const { device } = await visit(shop, 'verify', { mobile, otp: data.otp }, from(home));
    for (const address of strangers(60)) await statusOf(shop, loginOtpCall, { mobile }, from(address));
    const sent = await visit(shop, 'sendLogin', { mobile }, from('100.64.0.7', { device }));
    expect(sent.status).toBe(200);
    const { status } = await visit(shop, 'verifyLogin', { mobile, otp: sent.data.otp }, from('100.64.0.7', { device }));
    expect(status).toBe(200);
  });
});

describe('the device cookie', () => {
  test('is set by a sign-in, HttpOnly, and sent to the store API only', async () => {
    const person = await registerPerson(shop);
    const { cookie } = await visit(shop, 'login', { email: person.email, password }, from(home));
    expect(cookie).toMatch(/^device=[\w-]{43}\.[\w-]{43}; Max-Age=7776000; Path=\/api; HttpOnly; SameSite=Strict$/);
    const refused = await visit(shop, 'login', { email: person.email, password: wrong }, from(home));
    expect(refused.cookie).toBe('');
  });

  test('stays the same in one browser, and its stored hash differs for every customer', async () => {
    const [one, other] = [await registerPerson(shop), await registerPerson(shop)];
    const { device } = await visit(shop, 'login', { email: one.email, password }, from(home));
    const next = await visit(shop, 'login', { email: other.email, password }, from(home, { device }));
    expect(next.device).toBe(device);
    const rows = await shop.store.db.selectFrom('known_device').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(device);
    expect(new Set(rows.map((row) => row.device_hash)).size).toBe(rows.length);
  });

  test('is Secure, by name and attribute, where the shop uses https', async () => {
    const secure = await openShop({ siteUrl: 'https://shop.example' });
    const { cookie } = await visit(secure, 'send', { mobile: newMobile() }, from(home));
    expect(cookie).toMatch(/^__Secure-device=.*; Secure/);
    await secure.close();
  });

  test('is remembered for the 20 browsers used last', async () => {
    const { email } = await registerPerson(shop);
    for (let i = 0; i < 23; i++) {
      await forgetLimits(shop);
      await visit(shop, 'login', { email, password }, from(home));
    }
    const { id } = await shop.store.db.selectFrom('customer').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const known = await shop.store.db.selectFrom('known_device').selectAll().where('customer_id', '=', id).execute();
    expect(known).toHaveLength(20);
  });
});

describe('a code', () => {
  test('can be requested from another address after 5 in ten minutes and after 15 in a day', async () => {
    const mobile = newMobile();
    const start = Date.now();
    for (let round = 0; round < 3; round++) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + round * 11 * 60_000 });
      for (let i = 0; i < 6; i++) await statusOf(shop, otpSendCall, { mobile }, from('100.64.1.1'));
      expect(await statusOf(shop, otpSendCall, { mobile }, from(`203.0.${round}.7`))).toBe(200);
    }
    expect(await statusOf(shop, otpSendCall, { mobile }, from('100.64.1.1'))).toBe(429);
  });

  test('is sent to a number at most 50 times a day from any number of addresses', async () => {
    const mobile = newMobile();
    const start = Date.now();
    let sent = 0;
    for (let round = 0; round < 4; round++) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + round * 11 * 60_000 });
      for (const address of strangers(120).slice(round * 30)) {
        if ((await statusOf(shop, otpSendCall, { mobile }, from(address))) === 200) sent += 1;
      }
    }
    expect(sent).toBe(50);
  });

  test.each([
    ['checking out', otpSendCall, otpVerifyCheckoutCall],
    ['signing in', loginOtpCall, otpVerifyLoginCall],
  ] as const)('for %s is accepted after 30 wrong tries from 30 addresses', async (_, send, verify) => {
    const mobile = newMobile();
    await signUp(shop, mobile);
    for (const address of strangers(30)) {
      expect(await statusOf(shop, verify, { mobile, otp: '000000' }, from(address))).toBe(422);
    }
    const otp = await codeFor(shop, mobile, send);
    expect(await statusOf(shop, verify, { mobile, otp }, from(home))).toBe(200);
  });

  test('requested by a known device cannot be used up or entered by other devices', async () => {
    const mobile = newMobile();
    const { device } = await visit(shop, 'send', { mobile }, from(home));
    const { data } = await visit(shop, 'send', { mobile }, from(home, { device }));
    const otp = data.otp ?? '';
    for (const address of strangers(30)) await statusOf(shop, otpVerifyCheckoutCall, { mobile, otp: '000000' }, from(address));
    expect((await visit(shop, 'verify', { mobile, otp }, from('198.51.100.5'))).status).toBe(422);
    expect((await visit(shop, 'verify', { mobile, otp }, from(home, { device: 'B'.repeat(43) }))).status).toBe(422);
    expect((await visit(shop, 'verify', { mobile, otp }, from(home, { device }))).status).toBe(200);
  });

  test('requested by a known device expires with its third wrong try', async () => {
    const mobile = newMobile();
    const { device } = await visit(shop, 'send', { mobile }, from(home));
    const { data } = await visit(shop, 'send', { mobile }, from(home, { device }));
    const no = data.otp === '000000' ? '000001' : '000000';
    for (let i = 0; i < 3; i++) await visit(shop, 'verify', { mobile, otp: no }, from(home, { device }));
    expect((await visit(shop, 'verify', { mobile, otp: data.otp }, from(home, { device }))).status).toBe(422);
  });
});
