import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readBudgets } from '#api/services/limits/message-budget.ts';
import { enqueueMail } from '#api/services/messages/outbox.ts';
import { claimDue } from '#api/services/messages/outbox-claims.ts';
import { releaseExpiredHolds } from '#api/services/payments/expire-holds.ts';
import { otpSendCall, otpVerifyCheckoutCall } from '#lib/contract/sign-in.ts';
import { newMobile } from '#tests/support/store/accounts.ts';
import { customerOf, stockOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const YEAR_MS = 365 * 24 * 60 * 60_000;

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

/** Runs `work` with the clock a year ahead, then corrects the clock. */
async function aYearAhead<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + YEAR_MS });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

const ask = (mobile: string) => shop.call(otpSendCall, { body: { mobile } });

describe('after a clock that was a year ahead is corrected', () => {
  test('a limit that was used up meanwhile lasts no longer than its duration', async () => {
    const mobile = newMobile();
    await aYearAhead(async () => {
      for (let i = 0; i < 6; i++) await ask(mobile);
      expect(await ask(mobile)).toMatchObject({ httpStatus: 429 });
    });
    for (let i = 0; i < 5; i++) expect(await ask(mobile)).toMatchObject({ success: true });
    expect(await ask(mobile)).toMatchObject({ httpStatus: 429 });
  });

  test('the message budget is reset', async () => {
    const to = { to: 'asha@example.com', subject: 'Hi', text: 'Ho' };
    await aYearAhead(() => shop.change((tx) => enqueueMail(tx, to)));
    await shop.change((tx) => enqueueMail(tx, to));
    const [hour] = await readBudgets(shop.store.db, ['mail']);
    expect(hour?.used).toBe(1);
    expect(hour?.endsAt).toBeLessThanOrEqual(Date.now() + 60 * 60_000);
  });

  test('stock held meanwhile by an unpaid order is released', async () => {
    const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 3 });
    await aYearAhead(async () => {
      const one = customerOf(shop, await signUp(shop, newMobile()));
      await one.put(lamp.id, 3);
      await one.buy('1500.00', { payment_method: 'prepaid' });
    });
    expect((await stockOf(shop, lamp.variants[''])).variant).toBe(0);
    expect(await releaseExpiredHolds(shop.store.db)).toBe(1);
    expect((await stockOf(shop, lamp.variants[''])).variant).toBe(3);
  });

  test('a hold made with the correct clock is not released early', async () => {
    const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 3 });
    const one = customerOf(shop, await signUp(shop, newMobile()));
    await one.put(lamp.id, 3);
    await one.buy('1500.00', { payment_method: 'prepaid' });
    expect(await releaseExpiredHolds(shop.store.db)).toBe(0);
  });

  test('a code made meanwhile has expired', async () => {
    const mobile = newMobile();
    const otp = await aYearAhead(async () => {
      const sent = await ask(mobile);
      return sent.success ? (sent.data.otp ?? '') : '';
    });
    expect(otp).toMatch(/^\d{6}$/);
    expect(await shop.call(otpVerifyCheckoutCall, { body: { mobile, otp } })).toMatchObject({ httpStatus: 422 });
  });

  test('a session opened meanwhile has ended, and an older one used meanwhile continues', async () => {
    const older = await signUp(shop, newMobile());
    const opened = await aYearAhead(async () => {
      await shop.change((tx) => tx.updateTable('session').set({ last_used_at: new Date().toISOString() }).execute());
      return signUp(shop, newMobile());
    });
    const asks = (token: string) => customerOf(shop, token).cart();
    await expect(asks(opened)).rejects.toThrow('401');
    await asks(older);
    const row = await shop.store.db.selectFrom('session').select('last_used_at').executeTakeFirstOrThrow();
    expect(Date.parse(row.last_used_at)).toBeLessThanOrEqual(Date.now());
  });

  test('a message scheduled meanwhile is sent now', async () => {
    await aYearAhead(() => shop.change((tx) => enqueueMail(tx, { to: 'asha@example.com', subject: 'Hi', text: 'Ho' })));
    const delivery = { kind: 'mail', send: async () => undefined, verify: async () => undefined } as const;
    expect(await claimDue(shop.store.db, delivery, 10)).toHaveLength(1);
    expect(await claimDue(shop.store.db, delivery, 10)).toHaveLength(0);
  });
});
