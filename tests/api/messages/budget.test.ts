import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Tx } from '#api/database/schema/engine.ts';
import { createLog } from '#api/logging.ts';
import { countMessages, readBudgets } from '#api/services/limits/message-budget.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { enqueueMail, listOutbox } from '#api/services/messages/outbox.ts';
import { claimDue } from '#api/services/messages/outbox-claims.ts';
import { forgotPasswordCall } from '#lib/contract/password-reset.ts';
import { loginOtpCall, otpSendCall } from '#lib/contract/sign-in.ts';
import { registerCall } from '#lib/contract/sign-up.ts';
import { messagesTo, newMobile, openSendingShop, registerPerson, signUpBody, textedCode } from '#tests/support/store/accounts.ts';
import { makeCustomers } from '#tests/support/store/concurrent-calls.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

const HOUR_MS = 60 * 60_000;

let shop: TestShop;
let lines: string[];

beforeEach(async () => {
  lines = [];
  const destination = { write: (line: string) => void lines.push(line) };
  shop = await openSendingShop({ log: createLog({ production: true, level: 'warn', destination }) });
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

const limit = (changes: Parameters<typeof setLimits>[1]) => shop.change((tx) => setLimits(tx, changes));
const askCode = (mobile = newMobile()) => shop.call(otpSendCall, { body: { mobile } });
const budget = async (kind: 'sms' | 'mail', window: 'hour' | 'day') =>
  (await readBudgets(shop.store.db)).find((use) => use.kind === kind && use.window === window);
const texts = async () => (await listOutbox(shop.store.db, { limit: 1000 })).filter(({ kind }) => kind === 'sms');
const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

async function placeOrder(lamp: AddedProduct): Promise<void> {
  const [token = ''] = await makeCustomers(shop, 1, () => [{ product_id: lamp.id, quantity: 1 }]);
  await customerOf(shop, token).buy('500.00');
}

describe('codes by text', () => {
  test('stop at four fifths of the hour’s budget for every number and address, with a message and Retry-After', async () => {
    await limit({ sms_per_hour: 10 });
    for (let i = 0; i < 8; i++) expect(await askCode()).toMatchObject({ success: true });
    const body = JSON.stringify({ mobile: newMobile() });
    const refused = await shop.raw('/otp/send', { method: 'POST', body, headers: { 'x-client-address': '198.51.100.9' } });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual({
      success: false,
      message: 'We cannot send any more codes by text at the moment. Please try again later.',
      code: 'sending_paused',
    });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
    expect(await texts()).toHaveLength(8);
  });

  test('are still sent to known devices, to proven numbers and for signing in when others have used up their share', async () => {
    await limit({ sms_per_hour: 20 });
    const mobile = newMobile();
    const headers = { cookie: '', 'content-type': 'application/json' };
    const ask = (path: string, to: string, more = {}) =>
      shop.raw(path, { method: 'POST', body: JSON.stringify({ mobile: to }), headers: { ...headers, ...more } });
    const first = await ask('/otp/send', mobile);
    headers.cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    const body = JSON.stringify({ mobile, otp: await textedCode(shop, mobile) });
    expect((await shop.raw('/otp/verify/checkout', { method: 'POST', body, headers })).status).toBe(200);
    for (let i = 1; i < 16; i++) expect(await askCode()).toMatchObject({ success: true });
    expect(await askCode()).toMatchObject({ success: false, httpStatus: 503 });

    expect((await ask('/otp/send', mobile)).status).toBe(200);
    const anywhere = { cookie: '' };
    expect((await ask('/login/otp', mobile, anywhere)).status).toBe(200);
    expect((await ask('/login/otp', newMobile(), anywhere)).status).toBe(200);
    expect((await ask('/otp/send', mobile, anywhere)).status).toBe(200);
    expect((await ask('/otp/send', newMobile(), anywhere)).status).toBe(503);
  });

  test('for signing in leave the last tenth to order messages', async () => {
    await limit({ sms_per_hour: 10 });
    for (let i = 0; i < 8; i++) await askCode();
    expect(await shop.call(loginOtpCall, { body: { mobile: newMobile() } })).toMatchObject({ success: true });
    await shop.change((tx) => countMessages(tx, { sms: 1 }));
    expect(await shop.call(loginOtpCall, { body: { mobile: newMobile() } })).toMatchObject({ httpStatus: 503 });
  });

  test('are sent again when the hour is over, until the day’s budget is used up', async () => {
    await limit({ sms_per_hour: 5, sms_per_day: 10 });
    for (let i = 0; i < 5; i++) await askCode();
    expect(await texts()).toHaveLength(4);
    pass(HOUR_MS + 1000);
    for (let i = 0; i < 5; i++) await askCode();
    expect(await texts()).toHaveLength(8);
    pass(HOUR_MS + 1000);
    expect(await askCode()).toMatchObject({ success: false, httpStatus: 503 });
    pass(24 * HOUR_MS);
    expect(await askCode()).toMatchObject({ success: true });
  });

  test('requested 60 times concurrently are sent exactly as often as the budget allows', async () => {
    await limit({ sms_per_hour: 25 });
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => askCode()));
    expect(outcomes.filter(({ success }) => success)).toHaveLength(20);
    expect(await texts()).toHaveLength(20);
  });

  test('for signing in are refused alike for known and unknown numbers', async () => {
    await limit({ sms_per_hour: 0 });
    const [token] = await makeCustomers(shop, 1, () => []);
    expect(token).toBeTruthy();
    const known = await shop.call(loginOtpCall, { body: { mobile: '9600000000' } });
    expect(await shop.call(loginOtpCall, { body: { mobile: newMobile() } })).toEqual(known);
    expect(known).toMatchObject({ success: false, httpStatus: 503 });
  });

  test('have no limit where the owner has turned it off', async () => {
    await limit({ sms_per_hour: null, sms_per_day: null });
    for (let i = 0; i < 30; i++) expect(await askCode()).toMatchObject({ success: true });
  });
});

describe('order messages', () => {
  test('are queued in the outbox when the budget is used up, until it is renewed', async () => {
    const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 10 });
    await limit({ sms_per_hour: 5 });
    for (let i = 0; i < 5; i++) await askCode();
    await placeOrder(lamp);
    await placeOrder(lamp);
    const [late, inTime] = await messagesTo(shop, address.phone_number);
    expect(inTime).toMatchObject({ subject: 'order_placed', state: 'waiting' });
    expect(Date.parse(inTime?.next_try_at ?? '')).toBeLessThanOrEqual(Date.now());
    expect(late).toMatchObject({ subject: 'order_placed', state: 'waiting' });
    expect(late?.next_try_at).toBe(new Date((await budget('sms', 'hour'))?.endsAt ?? 0).toISOString());

    const delivery = { kind: 'sms', send: async () => undefined, verify: async () => undefined } as const;
    const claimed = async () => (await claimDue(shop.store.db, delivery, 100)).map(({ id }) => id);
    expect(await claimed()).not.toContain(late?.id);
    pass(HOUR_MS + 1000);
    expect(await claimed()).toContain(late?.id);
  });

  test('of a rolled-back transaction are not counted', async () => {
    const before = await budget('mail', 'hour');
    const failing = shop.change(async (tx) => {
      await enqueueMail(tx, { to: 'asha@example.com', subject: 'Hi', text: 'Ho' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect((await budget('mail', 'hour'))?.used).toBe(before?.used);
  });
});

describe('messages without a limit', () => {
  const send = (to: string) => (tx: Tx) => enqueueMail(tx, { to, subject: 'Hi', text: 'Ho' });
  const countedKeys = async () => {
    const rows = await shop.store.db.selectFrom('rate_limit').select('key').where('key', 'like', 'budget:%').execute();
    return rows.map(({ key }) => key);
  };

  test('are sent and not counted, so that no transaction waits for another', async () => {
    await limit({ sms_per_hour: null, sms_per_day: null, mail_per_hour: null, mail_per_day: null });
    await shop.change(send('asha@example.com'));
    await askCode();
    expect(await countedKeys()).toEqual([]);
    expect(await listOutbox(shop.store.db, { limit: 10 })).toHaveLength(2);
  });

  test('are counted from the first one after the owner has set a limit', async () => {
    await limit({ mail_per_hour: null, mail_per_day: 5 });
    await shop.change(send('asha@example.com'));
    expect(await countedKeys()).toEqual(['budget:mail:day']);
    await limit({ mail_per_hour: 1 });
    await shop.change(send('b@example.com'));
    await shop.change(send('c@example.com'));
    const [late, inTime] = await listOutbox(shop.store.db, { limit: 2 });
    expect(Date.parse(inTime?.next_try_at ?? '')).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(late?.next_try_at ?? '')).toBeGreaterThan(Date.now() + HOUR_MS / 2);
    expect((await budget('mail', 'hour'))?.used).toBe(2);
  });
});

describe('account mails', () => {
  test('stop with the budget, and the response does not reveal whether an account exists', async () => {
    const person = await registerPerson(shop);
    await limit({ mail_per_hour: 0 });
    const known = await shop.call(forgotPasswordCall, { body: { email: person.email } });
    expect(await shop.call(forgotPasswordCall, { body: { email: 'nobody@example.com' } })).toEqual(known);
    expect(known).toMatchObject({
      httpStatus: 503,
      code: 'sending_paused',
      message: 'We cannot send any more emails at the moment. Please try again later.',
    });
    expect(await shop.call(registerCall, { body: signUpBody() })).toMatchObject({ httpStatus: 503, code: 'sending_paused' });
  });
});

describe('the owner', () => {
  test('sees budgets and refusals in the metrics', async () => {
    await limit({ sms_per_hour: 5, sms_per_day: null });
    for (let i = 0; i < 6; i++) await askCode();
    const text = await shop.store.metrics.read();
    expect(text).toContain('shop_message_budget_used{kind="sms",window="hour"} 4');
    expect(text).toContain('shop_message_budget_limit{kind="sms",window="hour"} 5');
    expect(text).not.toContain('shop_message_budget_limit{kind="sms",window="day"}');
    expect(text).not.toContain('shop_message_budget_used{kind="sms",window="day"}');
    expect(text).toContain('shop_messages_refused_total{kind="sms"} 2');
  });

  test('gets one log line for a used-up budget, however often it refuses', async () => {
    await limit({ sms_per_hour: 5 });
    for (let i = 0; i < 8; i++) await askCode();
    const used = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('message budget used up'));
    expect(used).toEqual([expect.objectContaining({ level: 'warn', kind: 'sms', window: 'hour', used: 4, limit: 5 })]);
  });
});
