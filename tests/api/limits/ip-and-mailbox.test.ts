import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { normaliseMailbox } from '#api/services/limits/email-mailbox.ts';
import { forgotPasswordCall } from '#lib/contract/password-reset.ts';
import { otpSendCall } from '#lib/contract/sign-in.ts';
import { registerCall } from '#lib/contract/sign-up.ts';
import { messagesTo, newMobile, openSendingShop, registerPerson, signUpBody } from '#tests/support/store/accounts.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

/** Requests `count` codes for different numbers from these addresses; returns how many were sent. */
async function codesFrom(count: number, address: (i: number) => string | undefined): Promise<number> {
  let sent = 0;
  for (let i = 0; i < count; i++) {
    const from = address(i);
    const headers = from === undefined ? {} : { 'x-client-address': from };
    if ((await shop.call(otpSendCall, { body: { mobile: newMobile() }, headers })).success) sent++;
  }
  return sent;
}

/**
 * Requests codes at the limit: a few from these addresses, then as if all but five of `limit` had been requested, then ten more. Returns how
 * many of them all were sent, counting those that were skipped.
 */
async function codesAtLimit(limit: number, address: (i: number) => string | undefined): Promise<number> {
  const first = await codesFrom(10, address);
  const skipped = limit - 5 - first;
  // Only what all requests share: other counters are lower.
  const shared = shop.store.db.updateTable('rate_limit').where('points', '=', first);
  await shared.set(({ eb }) => ({ points: eb('points', '+', skipped) })).execute();
  return first + skipped + (await codesFrom(10, (i) => address(first + i)));
}

describe('codes for many numbers', () => {
  test('are limited for visitors with an unknown address, to 20 times the limit of one address', async () => {
    expect(await codesAtLimit(1200, () => undefined)).toBe(1200);
  });

  test('are limited for all networks of one IPv6 /48, to ten times the limit of one of them', async () => {
    expect(await codesAtLimit(600, (i) => `2001:db8:7:${i.toString(16)}::1`)).toBe(600);
    expect(await codesFrom(1, () => '2001:db8:8:1::1')).toBe(1);
  });

  test('are limited for one IPv6 /64 and for one IPv4 address', async () => {
    expect(await codesFrom(62, (i) => `2001:db8:7:1::${i}`)).toBe(60);
    expect(await codesFrom(62, () => '203.0.113.7')).toBe(60);
  });

  test('are limited for all addresses of one IPv4 /24, to 20 times the limit of one of them', async () => {
    expect(await codesAtLimit(1200, (i) => `203.0.113.${i}`)).toBe(1200);
  });
});

describe('one mailbox', () => {
  test('cannot be flooded through its aliases', async () => {
    const sending = await openSendingShop();
    const aliases = ['victim', 'victim+1', 'vic.tim', 'v.i.c.t.i.m', 'Victim+shop', 'victim+2'];
    const outcomes = [];
    for (const name of aliases)
      outcomes.push(await sending.call(registerCall, { body: signUpBody({ email: `${name}@example.com` }) }));
    expect(outcomes.map((one) => ('httpStatus' in one ? one.httpStatus : 200))).toEqual([200, 200, 200, 200, 429, 429]);
    await sending.close();
  });

  test('is still addressed as typed: aliases are normalised for counting only', async () => {
    const sending = await openSendingShop();
    const person = await registerPerson(sending, { email: 'asha.rao+shop@example.com' });
    await sending.succeed(forgotPasswordCall, { body: { email: person.email } });
    const [mail] = await messagesTo(sending, 'asha.rao+shop@example.com');
    expect(mail?.subject).toContain('Choose a new password');
    await sending.close();
  });

  test('has one normalised name for all of its spellings', () => {
    expect(normaliseMailbox(' A.sha.Rao+x+y@Example.COM ')).toBe('asharao@example.com');
    expect(normaliseMailbox('asharao@example.com')).toBe('asharao@example.com');
    expect(normaliseMailbox('asharao@mail.example.com')).not.toBe(normaliseMailbox('asharao@example.com'));
  });
});
