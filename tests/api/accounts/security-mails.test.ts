import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { resetPasswordCall } from '#lib/contract/accounts.ts';
import { loginCall, otpSendCall } from '#lib/contract/sign-in.ts';
import { forgetLimits, messagesTo, openSendingShop, password, registerPerson } from '#tests/support/store/accounts.ts';
import { from, home, statusOf, strangers, visit } from '#tests/support/store/client-headers.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const shop: TestShop = await openSendingShop();
beforeEach(() => forgetLimits(shop));
afterEach(() => vi.useRealTimers());
afterAll(() => shop.close());

const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';
const HOUR = 60 * 60_000;

/** Mails to a recipient whose subject starts with `subject`, newest first. */
const mailsAbout = async (email: string, subject: string) =>
  (await messagesTo(shop, email)).filter((mail) => mail.subject.startsWith(subject)).map(({ body }) => body);

const unverify = (email: string) =>
  shop.change((tx) => tx.updateTable('customer').set({ email_verified_at: null }).where('email', '=', email).execute());

const guess = (email: string, address: string) => statusOf(shop, loginCall, { email, password: 'wrong-one!' }, from(address));

describe('the owner of an account gets a mail', () => {
  test('when it is locked, once a day, with a link to the list of sessions', async () => {
    const { email } = await registerPerson(shop);
    const start = Date.now();
    for (const hours of [0, 2, 25]) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + hours * HOUR });
      for (const address of strangers(8)) for (let i = 0; i < 3; i++) await guess(email, address);
    }
    const mails = await mailsAbout(email, 'Many attempts to sign in');
    expect(mails).toHaveLength(2);
    expect(mails[0]).toContain('https://shop.example/my-account/account');
  });

  test('when too many codes were requested', async () => {
    const { email, phone_number } = await registerPerson(shop);
    const verified = { phone_verified_at: new Date().toISOString() };
    await shop.change((tx) => tx.updateTable('customer').set(verified).where('email', '=', email).execute());
    for (let i = 0; i < 7; i++) await statusOf(shop, otpSendCall, { mobile: phone_number }, from('100.64.0.1'));
    expect(await mailsAbout(email, 'Many attempts to sign in')).toHaveLength(1);
  });

  test('about a sign-in from a new device, without text that the visitor supplied', async () => {
    const { email } = await registerPerson(shop);
    const body = { email, password };
    const { device } = await visit(shop, 'login', body, from(home));
    await visit(shop, 'login', body, from('198.51.100.4', { device }));
    expect(await mailsAbout(email, 'New sign-in')).toEqual([]);
    await visit(shop, 'login', body, from('198.51.100.4', { browser: android }));
    await visit(shop, 'login', body, from('198.51.100.4', { browser: 'Visit http://evil.example/ now' }));
    const mails = await mailsAbout(email, 'New sign-in');
    expect(mails[1]).toContain('Chrome on Android');
    expect(mails[0]).toContain('Unknown device');
    expect(mails[0]).not.toContain('evil.example');
    expect(mails[0]).toContain('https://shop.example/my-account/account');
  });

  test('about a new password', async () => {
    const { email } = await registerPerson(shop);
    const { data } = await visit(shop, 'login', { email, password }, from(home));
    const body = { old_password: password, new_password: 'changed-it!', confirm_password: 'changed-it!' };
    await shop.succeed(resetPasswordCall, { token: data.token, body });
    expect(await mailsAbout(email, 'Your password has been changed')).toHaveLength(1);
  });
});

test('an unverified address gets no security mail', async () => {
  const { email } = await registerPerson(shop);
  await unverify(email);
  const { data } = await visit(shop, 'login', { email, password }, from(home));
  await visit(shop, 'login', { email, password }, from('198.51.100.4'));
  for (const address of strangers(20)) await guess(email, address);
  const body = { new_password: 'changed-it!', confirm_password: 'changed-it!' };
  await shop.succeed(resetPasswordCall, { token: data.token, body });
  const subjects = (await messagesTo(shop, email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => !subject.startsWith('Please confirm'))).toEqual([]);
});

test('no answer reveals that a security mail was sent', async () => {
  const { email } = await registerPerson(shop);
  const answers: Record<string, unknown[]> = {};
  for (const who of [email, 'nobody@example.com']) {
    answers[who] = [];
    for (const address of strangers(14)) {
      const { success, ...rest } = await shop.fail(loginCall, { body: { email: who, password: 'x' }, headers: from(address) });
      answers[who].push(rest);
    }
  }
  expect(answers[email]).toEqual(answers['nobody@example.com']);
});

test('a shop without mail signs customers in without security mails', async () => {
  const demo = await openShop();
  const { email } = await registerPerson(demo);
  for (let i = 0; i < 3; i++) expect((await visit(demo, 'login', { email, password }, from(home))).status).toBe(200);
  await demo.close();
});
