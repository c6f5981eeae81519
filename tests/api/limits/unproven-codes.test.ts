import { afterEach, beforeEach, expect, test } from 'vitest';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { updateSettings } from '#api/services/store/settings.ts';
import { otpSendCall } from '#lib/contract/sign-in.ts';
import { addBuyers, messagesTo, newMobile, openSendingShop } from '#tests/support/store/accounts.ts';
import { from, home, statusOf, strangers } from '#tests/support/store/client-headers.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

const owner = 'owner@shop.example';

let shop: TestShop;
beforeEach(async () => {
  shop = await openSendingShop();
  await shop.change((tx) => setLimits(tx, { sms_per_hour: 60 }));
  await shop.change((tx) => updateSettings(tx, (own) => ({ ...own, legal: { support_email: owner } })));
});
afterEach(() => shop.close());

const askCode = (ip: string, mobile = newMobile()) => statusOf(shop, otpSendCall, { mobile }, from(ip));

/** Asks for a code for a new number from each of these addresses; returns how many were sent. */
async function countSent(ips: readonly string[]): Promise<number> {
  let sent = 0;
  for (const ip of ips) if ((await askCode(ip)) === 200) sent += 1;
  return sent;
}

const ownerMails = () => messagesTo(shop, owner);

test('one network gets ten more codes an hour for new numbers once half of the budget is used, so that others still get theirs', async () => {
  const network = Array.from({ length: 120 }, (_, i) => `198.51.100.${i}`);
  expect(await countSent(network)).toBe(30 + 10);
  expect(await askCode(home)).toBe(200);
  expect(await ownerMails()).toEqual([]);
});

test('one address gets three more', async () => {
  expect(await countSent(strangers(30))).toBe(30);
  const answers = [];
  for (let i = 0; i < 5; i++) answers.push(await askCode(home));
  expect(answers).toEqual([200, 200, 200, 429, 429]);
  expect(await askCode('203.0.113.8')).toBe(200);
});

test('an IPv6 /48 gets ten more', async () => {
  expect(await countSent(strangers(30))).toBe(30);
  expect(await countSent(Array.from({ length: 20 }, (_, i) => `2001:db8:7:${i.toString(16)}::1`))).toBe(10);
});

test.each([90, 250])(
  '%i networks leave codes to numbers that their owners have proven, and the owner is told once',
  async (networks) => {
    const mobile = newMobile();
    await addBuyers(shop, 1, 'phone_verified_at', () => mobile);
    const named = newMobile();
    await addBuyers(shop, 1, undefined, () => named);
    expect(await countSent(strangers(networks))).toBe(48);
    expect(await askCode(home, named)).toBe(503);
    expect(await askCode(home, mobile)).toBe(200);
    expect((await ownerMails()).map(({ subject }) => subject)).toEqual([expect.stringContaining('Budget of text messages')]);
  },
);
