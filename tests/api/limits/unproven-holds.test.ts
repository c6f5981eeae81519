import { afterEach, describe, expect, test, vi } from 'vitest';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { releaseExpiredHolds } from '#api/services/payments/expire-holds.ts';
import { addToCartCall } from '#lib/contract/cart.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { PAYMENT_HOLD_MINUTES, UNPROVEN_HOLD_MINUTES } from '#lib/contract/lifetimes.ts';
import { confirmPaymentCall, getPaymentCall } from '#lib/contract/payments.ts';
import { addBuyers } from '#tests/support/store/accounts.ts';
import { from, home, strangers } from '#tests/support/store/client-headers.ts';
import { checkoutWish, rush } from '#tests/support/store/concurrent-calls.ts';
import { stockOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const MINUTE_MS = 60_000;

let shop: TestShop;
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

async function openHolding() {
  shop = await openShop();
  await shop.change((tx) => setLimits(tx, { holds_per_day: 1000 }));
}

const put = (token: string, { id }: AddedProduct, quantity: number, variant?: number) =>
  shop.succeed(addToCartCall, { token, body: { product_id: id, quantity, ...(variant !== undefined && { id: variant }) } });

/** Begins to pay for `units` at 500 rupees online, from this address. */
function hold(token: string, units: number, ip = home) {
  const body = { address, payment_method: 'prepaid', expected_total: `${500 * units}.00` } as const;
  return shop.call(checkoutCall, { token, headers: { ...from(ip), 'idempotency-key': crypto.randomUUID() }, body });
}

const minutesLeft = ({ seconds_left }: { seconds_left?: number | undefined }) => Math.round((seconds_left ?? 0) / 60);

describe('unproven buyers together', () => {
  test.each([1, 90, 250])(
    'hold at most a fifth of a product from %i networks, and none of what others need',
    async (networks) => {
      await openHolding();
      const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 46 });
      const ips = strangers(networks);
      let held = 0;
      for (const [i, token] of (await addBuyers(shop, 60)).entries()) {
        const units = (i % 5) + 1;
        await put(token, lamp, units);
        const outcome = await hold(token, units, ips[i % networks]);
        if (outcome.success) held += units;
        else expect(outcome).toMatchObject({ httpStatus: 409, code: 'hold_limit' });
      }
      expect(held).toBe(9);
      for (const token of await addBuyers(shop, 7, 'phone_verified_at')) {
        await put(token, lamp, 5);
        expect(await hold(token, 5)).toMatchObject({ success: true });
      }
      expect((await stockOf(shop, lamp.variants[''])).variant).toBe(2);
    },
  );

  test.each([
    [1, 1],
    [4, 1],
    [9, 1],
    [10, 2],
    [100, 20],
  ])('hold, of a stock of %i, at most %i', async (stock, share) => {
    await openHolding();
    const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock });
    let held = 0;
    for (const token of await addBuyers(shop, share + 2)) {
      const put = await shop.call(addToCartCall, { token, body: { product_id: lamp.id, quantity: 1 } });
      if (put.success && (await hold(token, 1)).success) held += 1;
    }
    expect(held).toBe(share);
  });

  test('hold a fifth of a product, not of each of its sizes', async () => {
    await openHolding();
    const stock = { S: 2, M: 2, L: 2, XL: 2, XXL: 2 };
    const shirt = await shop.add({ name: 'Shirt', category: 'Clothes', price: 50_000, stock });
    let held = 0;
    const variants = Object.values(shirt.variants);
    for (const [i, token] of (await addBuyers(shop, 5)).entries()) {
      await put(token, shirt, 1, variants[i]);
      if ((await hold(token, 1)).success) held += 1;
    }
    expect(held).toBe(2);
  });

  test('hold exactly their share when 40 of them check out at once from 4 processes', async () => {
    await openHolding();
    const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 40 });
    const tokens = await addBuyers(shop, 40);
    for (const token of tokens) await put(token, lamp, 1);
    const wishes = tokens.map((token) => checkoutWish(token, '500.00', { payment_method: 'prepaid' }));
    const answers = await rush(shop, wishes, 4);
    expect(answers['ok']).toBe(8);
    expect((await stockOf(shop, lamp.variants[''])).variant).toBe(32);
  });
});

describe('a hold', () => {
  /** Begins to pay for one lamp; returns the payment. */
  async function begin(proven?: 'phone_verified_at') {
    await openHolding();
    const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 10 });
    const [token = ''] = await addBuyers(shop, 1, proven);
    await put(token, lamp, 1);
    const outcome = await hold(token, 1);
    const id = (outcome.success && outcome.data.payment?.id) || '';
    const show = async () => (await shop.succeed(getPaymentCall, { token, params: { id } })).data;
    const later = async (minutes: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS });
      await releaseExpiredHolds(shop.store.db);
      return (await stockOf(shop, lamp.variants[''])).variant;
    };
    return { token, id, show, later };
  }

  test('of an unproven buyer who never opens the payment ends after three minutes', async () => {
    const { later } = await begin();
    expect(await later(UNPROVEN_HOLD_MINUTES - 0.1)).toBe(9);
    expect(await later(0.2)).toBe(10);
  });

  test('of an unproven buyer who opens the payment lasts as long as any other, from its beginning', async () => {
    const { token, id, show, later } = await begin();
    await later(2);
    expect(minutesLeft(await show())).toBe(PAYMENT_HOLD_MINUTES - 2);
    expect(await later(PAYMENT_HOLD_MINUTES - 2.1)).toBe(9);
    expect(minutesLeft(await show())).toBe(0);
    expect(await shop.succeed(confirmPaymentCall, { token, params: { id }, body: { outcome: 'paid' } })).toMatchObject({
      data: { status: 'paid' },
    });
  });

  test('of an unproven buyer ends for good when it was opened too late', async () => {
    const { show, later } = await begin();
    await later(UNPROVEN_HOLD_MINUTES + 0.1);
    expect(await show()).toMatchObject({ status: 'expired', seconds_left: 0 });
  });

  test('of a proven buyer lasts fifteen minutes, opened or not', async () => {
    const { later } = await begin('phone_verified_at');
    expect(await later(PAYMENT_HOLD_MINUTES - 0.1)).toBe(9);
    expect(await later(0.2)).toBe(10);
  });
});
