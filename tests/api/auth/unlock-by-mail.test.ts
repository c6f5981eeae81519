import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { derivation } from '#api/services/auth/password-hashing.ts';
import { tokenPasswordCall } from '#lib/contract/password-reset.ts';
import { loginCall } from '#lib/contract/sign-in.ts';
import {
  forgetLimits,
  mailedSecret,
  messagesTo,
  openSendingShop,
  password,
  registerPerson,
} from '#tests/support/store/accounts.ts';
import { from, home, statusOf, strangers } from '#tests/support/store/client-headers.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openSendingShop();
});
beforeEach(() => forgetLimits(shop));
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

const wrong = 'wrong-one!';
const login = (email: string, secret: string, headers: Record<string, string>) =>
  shop.call(loginCall, { body: { email, password: secret }, headers });

const links = async (email: string) =>
  (await messagesTo(shop, email)).filter(({ subject }) => subject.includes('Choose a new password')).length;

/** Registers a customer, and uses up all limits of the account from this many networks. */
async function lockedPerson(networks: number) {
  const person = await registerPerson(shop);
  for (const ip of strangers(networks)) {
    for (let i = 0; i < Math.ceil(200 / networks); i++) await login(person.email, wrong, from(ip));
  }
  return person;
}

/** Uses up all limits of an account from 250 networks; the last one is never at home. */
const lock = () => lockedPerson(250);

test.each([90, 250])('the right password opens an account that %i networks have locked, by a mailed link', async (networks) => {
  const { email } = await lockedPerson(networks);
  const refused = { httpStatus: 429, message: expect.stringContaining('If your password was right') };
  expect(await login(email, password, from(home))).toMatchObject(refused);
  expect(await links(email)).toBe(1);
  const body = { token: await mailedSecret(shop, email), password: 'brand-new!', password_confirmation: 'brand-new!' };
  const reply = await shop.raw(tokenPasswordCall.path, { method: 'POST', body: JSON.stringify(body), headers: from(home) });
  expect(reply.status).toBe(200);
  const device = /^__Secure-device=([\w.-]{87});/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? '';
  // Others go on, and the browser that opened the link has limits of its own.
  for (const ip of strangers(250)) await login(email, wrong, from(ip));
  expect(await statusOf(shop, loginCall, { email, password: 'brand-new!' }, from(home, { device }))).toBe(200);
});

test('one network does not lock an account', async () => {
  const { email } = await lockedPerson(1);
  expect(await login(email, password, from(home))).toMatchObject({ success: true });
});

test('the reply is the same for a right and a wrong password and an unknown account', async () => {
  const { email } = await lock();
  const unknown = 'nobody@example.com';
  for (const ip of strangers(250)) await login(unknown, wrong, from(ip));
  const answers = [];
  for (const [of, secret] of [
    [email, password],
    [email, wrong],
    [unknown, wrong],
  ] as const) {
    const compared = vi.spyOn(derivation, 'derive');
    const body = JSON.stringify({ email: of, password: secret });
    const reply = await shop.raw(loginCall.path, { method: 'POST', body, headers: from(home) });
    const { 'retry-after': _, 'x-request-id': __, ...headers } = Object.fromEntries(reply.headers);
    answers.push({ status: reply.status, headers, body: await reply.json(), compared: compared.mock.calls.length });
    vi.restoreAllMocks();
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ status: 429, compared: 1 });
});

test('wrong passwords mail nothing and cannot use up the three links a day', async () => {
  const { email } = await lock();
  for (const ip of strangers(250)) await login(email, wrong, from(ip));
  expect(await links(email)).toBe(0);
  for (let i = 0; i < 5; i++) await login(email, password, from(`203.0.${i}.9`));
  expect(await links(email)).toBe(3);
});

test('one address compares at most six passwords of locked accounts in an hour', async () => {
  const { email } = await lock();
  const compared = vi.spyOn(derivation, 'derive');
  for (let i = 0; i < 12; i++) await login(email, wrong, from(home));
  expect(compared).toHaveBeenCalledTimes(6);
});
