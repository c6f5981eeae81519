import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { endDemo, findActiveDemo, startDemo } from '#api/services/store/demo-period.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { forgotPasswordCall } from '#lib/contract/password-reset.ts';
import { loginCall, loginOtpCall, otpSendCall } from '#lib/contract/sign-in.ts';
import { registerCall } from '#lib/contract/sign-up.ts';
import { buyAsGuest, newVictim, readableBy, SECRET_HOME } from '#tests/support/store/account-takeover.ts';
import { messagesTo, openSendingShop, registerPerson, signUpBody } from '#tests/support/store/accounts.ts';
import { openAgain, openShop, type ShopOptions, type TestShop } from '#tests/support/store/test-store.ts';

const mail = { smtpUrl: 'smtp://127.0.0.1:9', from: 'Shop <shop@example.com>' };
const sms = { url: 'http://127.0.0.1:9/', authKey: 'key', templates: { otp: 'template' } };

let demo: TestShop;
beforeEach(async () => {
  demo = await openShop();
});
afterEach(() => demo.close());

/** Opens the demo's database again with other settings. */
const reopen = (options: ShopOptions): Promise<TestShop> => openAgain(demo, { siteUrl: 'https://shop.example', ...options });

const rowsOf = async (shop: TestShop) => ({
  sessions: await shop.store.db.selectFrom('session').selectAll().execute(),
  codes: await shop.store.db.selectFrom('otp').selectAll().execute(),
  links: await shop.store.db.selectFrom('password_reset').selectAll().execute(),
  customers: await shop.store.db.selectFrom('customer').selectAll().execute(),
  waiting: await shop.store.db.selectFrom('outbox').selectAll().execute(),
});

describe.each([
  ['with a mail server', { mail, sms }],
  ['without one', { sms }],
] as const)('a demo that becomes a real shop %s', (_, providers) => {
  test('shows nothing to a demo sign-up with another person’s number, before or after that person buys', async () => {
    const victim = newVictim();
    const attacker = await registerPerson(demo, { email: victim.email, phone_number: victim.mobile });
    const real = await reopen(providers);
    expect(await readableBy(real, attacker)).not.toContain('"success":true');
    await buyAsGuest(real, victim);
    const read = await readableBy(real, attacker);
    expect(read).not.toContain(SECRET_HOME);
    expect(read).not.toContain('"success":true');
    await real.close();
  });

  test('shows no demo orders to customers who sign up in the real shop', async () => {
    const victim = newVictim();
    const token = await buyAsGuest(demo, victim);
    const real = await reopen(providers);
    expect((await real.fail(getOrdersCall, { token })).httpStatus).toBe(401);
    const attacker = signUpBody({ email: victim.email, phone_number: victim.mobile });
    const { data } = await real.succeed(registerCall, { body: attacker });
    expect(await readableBy(real, { ...attacker, token: data.token })).not.toContain(SECRET_HOME);
    const orders = await real.store.db.selectFrom('orders').select('id').execute();
    expect(orders).toHaveLength(1);
    await real.close();
  });
});

test('the end of a demo deletes sessions, codes, links, verifications, passwords and unsent messages, once', async () => {
  const person = await registerPerson(demo);
  await demo.succeed(otpSendCall, { body: { mobile: person.phone_number } });
  await demo.succeed(loginOtpCall, { body: { mobile: person.phone_number } });
  await demo.succeed(forgotPasswordCall, { body: { email: person.email } });
  const before = await rowsOf(demo);
  for (const rows of Object.values(before)) expect(rows.length).toBeGreaterThan(0);

  const ended = await endDemo(demo.store.db);
  expect(ended).toMatchObject({ customers: 1, sessions: before.sessions.length, messages: before.waiting.length });
  const after = await rowsOf(demo);
  expect(after).toMatchObject({ sessions: [], codes: [], links: [], waiting: [] });
  expect(after.customers).toMatchObject([
    { email: person.email, phone_verified_at: null, email_verified_at: null, phone_named_at: null, password_hash: null },
  ]);
  expect(await endDemo(demo.store.db)).toBeUndefined();
  expect(await findActiveDemo(demo.store.db)).toBeUndefined();
});

test('two processes that start concurrently without demo mode end the demo once', async () => {
  await registerPerson(demo);
  const both = await Promise.all([endDemo(demo.store.db), endDemo(demo.store.db)]);
  expect(both.filter(Boolean)).toHaveLength(1);
});

test('a demo that was ended while it runs shows no code and verifies nothing', async () => {
  await endDemo(demo.store.db);
  const person = signUpBody();
  expect((await demo.fail(otpSendCall, { body: { mobile: person.phone_number } })).httpStatus).toBe(503);
  await demo.succeed(registerCall, { body: person });
  const row = await demo.store.db.selectFrom('customer').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ phone_verified_at: null, email_verified_at: null });
});

test('a restart in demo mode keeps customers signed in', async () => {
  const { token } = await registerPerson(demo);
  const again = await reopen({ demoMode: true });
  await again.succeed(getOrdersCall, { token });
  await again.close();
});

test('a real shop with customers does not start in demo mode, and says why', async () => {
  const real = await openSendingShop();
  try {
    const person = await registerPerson(real);
    await expect(openAgain(real, { demoMode: true })).rejects.toThrow(/has real customers.*DEMO_MODE=0/);
    await real.succeed(loginCall, { body: person });
    expect(await messagesTo(real, person.email)).toHaveLength(1);
  } finally {
    await real.close();
  }
});

test('a shop whose demo was ended may be a demo again while no customer is verified', async () => {
  await registerPerson(demo);
  await endDemo(demo.store.db);
  expect(await startDemo(demo.store.db)).toBe(true);
  const periods = await demo.store.db.selectFrom('demo_period').selectAll().orderBy('id').execute();
  expect(periods).toMatchObject([{ ended_at: expect.any(String) }, { ended_at: null }]);
});
