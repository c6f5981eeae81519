import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listAudit } from '#api/services/audit.ts';
import { getCartCall } from '#lib/contract/cart.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { loginCall, loginOtpCall, otpSendCall } from '#lib/contract/sign-in.ts';
import { codeFor, forgetLimits, newMobile, password, registerPerson } from '#tests/support/store/accounts.ts';
import { from, home, statusOf, strangers, visit } from '#tests/support/store/client-headers.ts';
import { openShop, signIn, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
let before = 0;
beforeEach(async () => {
  await forgetLimits(shop);
  before = (await listAudit(shop.store.db, { limit: 1 }))[0]?.id ?? 0;
});

/** Refusals recorded since the test began, oldest first. */
const recorded = async () =>
  (await listAudit(shop.store.db, { limit: 1000 }))
    .filter(({ id, action }) => id > before && ['sign-in-failed', 'access-refused'].includes(action))
    .reverse()
    .map(({ action, actor, subject, network, detail }) => ({ action, actor, subject, network, ...JSON.parse(detail) }));

const customerId = async (mobile: string) =>
  (await shop.store.db.selectFrom('customer').select('id').where('phone_number', '=', mobile).executeTakeFirstOrThrow()).id;

describe('a failed sign-in', () => {
  test('by a wrong password is recorded with the account, if there is one, and without personal data', async () => {
    const person = await registerPerson(shop);
    await statusOf(shop, loginCall, { email: person.email, password: 'not-it!' }, from(home));
    await statusOf(shop, loginCall, { email: 'stranger@example.com', password: 'not-it!' }, from(home));
    await statusOf(shop, loginCall, { email: person.email, password }, from(home));
    const event = { action: 'sign-in-failed', actor: 'visitor', network: '203.0.113.0/24', way: 'password' };
    expect(await recorded()).toEqual([
      { ...event, subject: `customer:${await customerId(person.phone_number)}` },
      { ...event, subject: '' },
    ]);
    expect(JSON.stringify(await recorded())).not.toMatch(/example\.com|not-it|203\.0\.113\.7/);
  });

  test.each([
    ['checking out', otpSendCall, 'verify'],
    ['signing in', loginOtpCall, 'verifyLogin'],
  ] as const)('by a wrong code for %s is recorded', async (_, send, verify) => {
    const mobile = newMobile();
    await signUp(shop, mobile);
    const otp = await codeFor(shop, mobile, send);
    await visit(shop, verify, { mobile, otp: otp === '000000' ? '000001' : '000000' }, from(home));
    expect((await visit(shop, verify, { mobile, otp }, from(home))).status).toBe(200);
    const subject = `customer:${await customerId(mobile)}`;
    expect(await recorded()).toEqual([
      { action: 'sign-in-failed', actor: 'visitor', network: '203.0.113.0/24', way: 'code', subject },
    ]);
  });

  test('is recorded at most 10 times an hour for an address and 100 times for the whole store', async () => {
    const attempt = (address: string) =>
      statusOf(shop, loginCall, { email: `${newMobile()}@example.com`, password: 'not-it!' }, from(address));
    for (let i = 0; i < 15; i++) expect(await attempt(home)).toBe(401);
    expect(await recorded()).toHaveLength(10);
    for (const address of strangers(150)) expect(await attempt(address)).toBe(401);
    expect(await recorded()).toHaveLength(100);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
    await attempt(home);
    vi.useRealTimers();
    expect(await recorded()).toHaveLength(101);
  });
});

describe('refused access', () => {
  test('is recorded with the call and the reason', async () => {
    const headers = from(home);
    await shop.call(getOrdersCall, { token: 'made-up', headers });
    await shop.call(getOrdersCall, { token: await signIn(shop, newMobile()), headers });
    await shop.raw('/store-info', { method: 'POST', body: '{}', headers: { ...headers, 'x-app-key': 'wrong' } });
    const event = { action: 'access-refused', actor: 'visitor', subject: '', network: '203.0.113.0/24' };
    expect(await recorded()).toEqual([
      { ...event, call: 'getOrders', status: 401, reason: 'session_expired' },
      { ...event, call: 'getOrders', status: 403 },
      { ...event, call: 'storeInfo', status: 401, reason: 'application_key' },
    ]);
  });

  test('is not recorded for a visitor who has not signed in, nor for a refusal for other reasons', async () => {
    expect((await shop.fail(getCartCall)).httpStatus).toBe(401);
    expect((await shop.fail(otpSendCall, { body: { mobile: '1' } })).httpStatus).toBe(422);
    expect(await recorded()).toEqual([]);
  });
});
