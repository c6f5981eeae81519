import { afterAll, beforeEach, expect, test } from 'vitest';
import { listAudit, purgeAudit, recordAudit } from '#api/services/audit.ts';
import { toNetwork } from '#api/services/shorten-ip-address.ts';
import { resetPasswordCall } from '#lib/contract/accounts.ts';
import { forgotPasswordCall, tokenPasswordCall } from '#lib/contract/password-reset.ts';
import { endSessionCall, endSessionsCall, getSessionsCall, loginCall, logoutCall, otpSendCall } from '#lib/contract/sign-in.ts';
import { codeFor, forgetLimits, mailedSecret, openSendingShop, password, registerPerson } from '#tests/support/store/accounts.ts';
import { from, home, statusOf, strangers, visit } from '#tests/support/store/client-headers.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const shop: TestShop = await openSendingShop();
beforeEach(async () => {
  await forgetLimits(shop);
  await clearLog();
});
afterAll(() => shop.close());

/** Deletes all events, with the chain. */
const clearLog = () =>
  shop.change(async (tx) => {
    await tx.deleteFrom('audit_event').execute();
    await tx.updateTable('audit_chain').set({ base_seq: 0, base_hash: '', last_seq: 0, last_hash: '' }).execute();
  });

/** Events recorded since the test began, oldest first. */
const recorded = async (of: TestShop = shop) =>
  (await listAudit(of.store.db, { limit: 100 })).reverse().map(({ action, actor, subject, network, detail }) => ({
    action,
    actor,
    subject,
    network,
    detail: JSON.parse(detail) as Record<string, unknown>,
  }));

test('sign-ins and sign-outs are recorded with network and device, without personal data', async () => {
  const person = await registerPerson(shop);
  const { email } = person;
  const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const first = await visit(shop, 'login', { email, password }, from(home, { browser }));
  const second = await visit(shop, 'login', { email, password }, from('2001:db8:1:2:3::4'));
  const token = first.data.token ?? '';
  const { data: list } = await shop.succeed(getSessionsCall, { token });
  await shop.succeed(endSessionCall, { token, body: { session_id: list[1]?.session_id ?? '' } });
  await shop.succeed(endSessionCall, { token, body: { session_id: list[1]?.session_id ?? '' } });
  const body = { old_password: password, new_password: 'changed-it!', confirm_password: 'changed-it!' };
  await shop.succeed(resetPasswordCall, { token, body });
  await shop.succeed(logoutCall, { token, body: {} });
  await shop.succeed(forgotPasswordCall, { body: { email } });
  const secret = await mailedSecret(shop, email);
  await shop.succeed(tokenPasswordCall, { body: { token: secret, password: 'again-new!', password_confirmation: 'again-new!' } });
  const last = await shop.succeed(loginCall, { body: { email, password: 'again-new!' } });
  await shop.succeed(endSessionsCall, { token: last.data.token });
  const events = await recorded();
  expect(events.map(({ action }) => action)).toEqual([
    'email-verify',
    'sign-in',
    'sign-in',
    'session-end',
    'password-change',
    'sign-out',
    'password-reset',
    'sign-in',
    'session-end-all',
  ]);
  expect(events[1]).toMatchObject({ network: '203.0.113.0/24', detail: { way: 'password', device: 'Firefox on Linux' } });
  expect(events[2]).toMatchObject({ network: '2001:db8:1::/48', detail: { way: 'password', new: true } });
  expect(new Set(events.map(({ actor }) => actor)).size).toBe(1);
  expect(events[0]?.actor).toMatch(/^customer:\d+$/);
  const text = JSON.stringify(events);
  for (const fact of [email, person.phone_number, 'Asha', home, first.device, second.device]) expect(text).not.toContain(fact);
});

test('a lockout is recorded at most once an hour', async () => {
  const { email } = await registerPerson(shop);
  await clearLog();
  for (const address of strangers(30)) await statusOf(shop, loginCall, { email, password: 'x' }, from(address));
  for (let i = 0; i < 20; i++) await statusOf(shop, loginCall, { email, password: 'x' }, from('100.64.0.7'));
  for (let i = 0; i < 20; i++)
    await statusOf(shop, loginCall, { email: 'nobody@example.com', password: 'x' }, from('100.64.0.7'));
  expect((await recorded()).filter(({ action }) => action !== 'sign-in-failed')).toEqual([
    {
      action: 'lockout',
      actor: 'system',
      subject: expect.stringMatching(/^customer:\d+$/),
      network: '100.64.0.0/24',
      detail: { tried: 'password' },
    },
  ]);
});

test('a rolled-back change is not recorded', async () => {
  await shop
    .change(async (tx) => {
      await recordAudit(tx, { actor: 'system', action: 'sign-out' });
      throw new Error('never mind');
    })
    .catch(() => undefined);
  expect(await recorded()).toEqual([]);
});

test('signing up and signing in by code are recorded as such', async () => {
  const demo = await openShop();
  const { phone_number: mobile } = await registerPerson(demo);
  await visit(demo, 'verify', { mobile, otp: await codeFor(demo, mobile, otpSendCall) }, from(home));
  expect((await recorded(demo)).map(({ action, detail }) => [action, detail['way']])).toEqual([
    ['sign-in', 'sign-up'],
    ['sign-in', 'code'],
  ]);
  await demo.close();
});

test('events are kept for 400 days', async () => {
  const day = 24 * 60 * 60_000;
  for (const days of [401, 399]) {
    await shop.change((tx) => recordAudit(tx, { actor: 'system', action: `${days}` }));
    const at = new Date(Date.now() - days * day).toISOString();
    await shop.change((tx) => tx.updateTable('audit_event').set({ at }).where('action', '=', `${days}`).execute());
  }
  await shop.change(purgeAudit);
  expect((await recorded()).map(({ action }) => action)).toEqual(['399']);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2', '2001:db8:1::/48'],
  ['2001:0:0:0', '2001:0:0::/48'],
  ['unknown', undefined],
  ['', undefined],
  [undefined, undefined],
])('the network of %s is %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});
