import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readRevision } from '#api/database/catalogue-revision.ts';
import { addCoupon } from '#api/services/coupons/edit-coupons.ts';
import { findVariants, setSales } from '#api/services/sales/edit-sales.ts';
import { addWebhook } from '#api/services/webhooks/webhooks.ts';
import { applyAllDueSales } from '#api/workers/sale-clock.ts';
import { getProductsCall, productFacetsCall, singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { applyCouponCall } from '#lib/contract/coupons.ts';
import { isoNow, MINUTE_MS } from '#lib/rules/durations.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openAgain, openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let shirt: AddedProduct;
let next = 9_300_000_000;

beforeEach(async () => {
  vi.useRealTimers();
  shop = await openShop();
  // The tests say when sales are begun and ended.
  await shop.store.stopWorkers();
  shirt = await shop.add({ name: 'Linen Shirt', category: 'Shirts', price: 89_900, stock: { M: 50, L: 50 } });
  await shop.add({ name: 'Wool Shawl', category: 'Shawls', price: 79_900, mrp: 99_900, stock: 5 });
  setTime(new Date('2026-11-30T12:00:00+05:30'));
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

const start = new Date('2026-12-01T00:00:00+05:30');
const end = new Date('2026-12-05T23:59:59+05:30');
const beforeStart = new Date(start.getTime() - 1);
const beforeEnd = new Date(end.getTime() - 1);

const setTime = (time: Date) => vi.useFakeTimers({ toFake: ['Date'], now: time });
const apply = () => applyAllDueSales(shop.store.db);
const at = async (time: Date) => {
  setTime(time);
  await apply();
};
const plan = (name: string, price: number, times = { startsAt: start.toISOString(), endsAt: end.toISOString() }) =>
  shop.change(async (tx) => setSales(tx, await findVariants(tx, name), { price, ...times }));

const page = async (slug: string) => (await shop.succeed(singleProductDetailsCall, { params: { slug } })).data;
const list = async (filters: Record<string, unknown>) =>
  (await shop.succeed(getProductsCall, { body: filters })).data.map(({ slug }) => slug).sort();
const signInNew = async () => customerOf(shop, await signUp(shop, String(next++)));

describe('a sale', () => {
  test('counts from its first to its last moment on the product, in lists, filters and their counts', async () => {
    await plan('linen-shirt', 69_900);
    const cheap = { max_price: 700 };
    const reduced = { min_discount: 20 };
    const shown = async () => {
      const product = await page('linen-shirt');
      return {
        price: product?.final_price,
        mrp: product?.mrp,
        variants: product?.variants.map(({ final_price, mrp }) => `${final_price} of ${mrp}`),
        cheap: await list(cheap),
        reduced: await list(reduced),
        first: (await shop.succeed(getProductsCall, { body: { sort_by: 'price_asc' } })).data[0]?.slug,
        lowest: (await shop.succeed(productFacetsCall, { body: {} })).data.price?.min,
      };
    };
    const regular = {
      price: '899.00',
      mrp: '899.00',
      variants: ['899.00 of 899.00', '899.00 of 899.00'],
      cheap: [],
      reduced: ['wool-shawl'],
      first: 'wool-shawl',
      lowest: '799.00',
    };
    // Without a compare-at price, the regular price is the crossed-out one.
    const onSale = {
      price: '699.00',
      mrp: '899.00',
      variants: ['699.00 of 899.00', '699.00 of 899.00'],
      cheap: ['linen-shirt'],
      reduced: ['linen-shirt', 'wool-shawl'],
      first: 'linen-shirt',
      lowest: '699.00',
    };
    await at(beforeStart);
    expect(await shown()).toEqual(regular);
    await at(start);
    expect(await shown()).toEqual(onSale);
    await at(beforeEnd);
    expect(await shown()).toEqual(onSale);
    await at(end);
    expect(await shown()).toEqual(regular);
    expect(await findVariants(shop.store.db, 'linen-shirt')).toMatchObject([{ sale_price: null }, { sale_price: null }]);
  });

  test('keeps the compare-at price, and lowers the product’s price when only one variant has it', async () => {
    await plan('wool-shawl', 59_900);
    await plan('linen-shirt/L', 49_900);
    expect(await page('wool-shawl')).not.toHaveProperty('sale_ends_at');
    await at(start);
    const sale_ends_at = end.toISOString();
    expect(await page('wool-shawl')).toMatchObject({ final_price: '599.00', mrp: '999.00', sale_ends_at });
    const product = await page('linen-shirt');
    expect(product).toMatchObject({ final_price: '499.00', mrp: '899.00' });
    expect(product?.variants.map(({ final_price }) => final_price)).toEqual(['899.00', '499.00']);
    expect(product?.variants.map((variant) => variant.sale_ends_at)).toEqual([undefined, sale_ends_at]);
    await at(end);
    expect(await page('wool-shawl')).toMatchObject({ final_price: '799.00', mrp: '999.00' });
    expect(await page('linen-shirt')).toMatchObject({ final_price: '899.00', mrp: '899.00' });
  });

  test('raises the revision of cached pages when it begins and when it ends, and not in between', async () => {
    await plan('linen-shirt', 69_900);
    const { db } = shop.store;
    const revisions = [await readRevision(db)];
    for (const time of [beforeStart, start, start, beforeEnd, end, end]) {
      await at(time);
      revisions.push(await readRevision(db));
    }
    const [first = 0] = revisions;
    expect(revisions).toEqual([first, first, first + 1, first + 1, first + 1, first + 2, first + 2]);
    const changed = await db.selectFrom('product').select('updated_at').where('slug', '=', 'linen-shirt').executeTakeFirst();
    expect(changed?.updated_at).toBe(end.toISOString());
  });
});

describe('a cart', () => {
  test('has the price of its moment although nothing was written, and so has the checkout', async () => {
    await plan('linen-shirt', 69_900);
    const customer = await signInNew();
    await customer.put(shirt.id, 1, shirt.variants['M']);
    const price = async () => (await customer.cart())[0]?.final_price;
    setTime(beforeStart);
    expect(await price()).toBe('899.00');
    expect(await customer.checkOut('699.00')).toMatchObject({ httpStatus: 409 });
    setTime(start);
    expect(await price()).toBe('699.00');
    expect(await customer.checkOut('899.00')).toMatchObject({
      httpStatus: 409,
      message: 'Prices have changed. Please review your cart.',
    });
    await apply();
    setTime(end);
    expect(await price()).toBe('899.00');
    expect(await customer.checkOut('699.00')).toMatchObject({ httpStatus: 409 });
    await customer.buy('899.00');
    expect((await customer.orders())[0]).toMatchObject({ final_amount: '899.00' });
  });

  test('has no price of a sale that began and ended while the server was down', async () => {
    await plan('linen-shirt', 69_900);
    const customer = await signInNew();
    await customer.put(shirt.id, 1, shirt.variants['M']);
    setTime(end);
    expect((await customer.cart())[0]?.final_price).toBe('899.00');
    await apply();
    expect((await customer.cart())[0]?.final_price).toBe('899.00');
    expect(await page('linen-shirt')).toMatchObject({ final_price: '899.00', mrp: '899.00' });
  });

  test('counts coupons on the sale price, a guest’s too', async () => {
    await shop.change((tx) =>
      addCoupon(tx, {
        code: 'TEN',
        kind: 'percent',
        value: 10,
        minimum: 0,
        max_uses: null,
        max_uses_each: null,
        starts_at: null,
        ends_at: null,
        is_public: 0,
      }),
    );
    await plan('linen-shirt', 60_000);
    const items = [{ product_id: shirt.id, id: shirt.variants['M'], quantity: 2 }];
    setTime(start);
    const { data } = await shop.succeed(applyCouponCall, { body: { coupon_code: 'TEN', items } });
    expect(data.coupon.discount_amount).toBe('120.00');
    const customer = await signInNew();
    await customer.put(shirt.id, 2, shirt.variants['M']);
    await customer.buy('1080.00', { coupon_code: 'TEN' });
  });
});

describe('an order', () => {
  test('of the last moment of a sale keeps its price', async () => {
    await plan('linen-shirt', 69_900);
    const customer = await signInNew();
    await at(beforeEnd);
    await customer.put(shirt.id, 2, shirt.variants['M']);
    await customer.buy('1398.00');
    await at(end);
    expect((await customer.orders())[0]).toMatchObject({ price: '1398.00', items: [{ final_price: '699.00', quantity: 2 }] });
  });

  test('that awaits its payment keeps the price during its hold', async () => {
    await plan('linen-shirt', 69_900);
    const customer = await signInNew();
    await at(beforeEnd);
    await customer.put(shirt.id, 1, shirt.variants['M']);
    const { payment } = await customer.buy('699.00', { payment_method: 'prepaid' });
    expect(payment?.amount).toBe('699.00');
    await at(new Date(end.getTime() + MINUTE_MS));
    expect((await customer.orders())[0]).toMatchObject({ final_amount: '699.00' });
  });
});

test('programs are told of each begin and end', async () => {
  await shop.change((tx) => addWebhook(tx, { url: 'https://erp.example/', events: ['product.changed'] }));
  await plan('linen-shirt', 69_900);
  for (const time of [start, end]) await at(time);
  const told = await shop.store.db.selectFrom('webhook_delivery').select('payload').orderBy('id').execute();
  const one = { type: 'product.changed', data: { cause: 'sale', count: 1, product_ids: [shirt.id], complete: true } };
  expect(told.map(({ payload }) => JSON.parse(payload) as object)).toMatchObject([one, one]);
});

test('a restarted shop begins and ends what was due before it answers', async () => {
  await plan('linen-shirt', 69_900);
  setTime(start);
  const again = await openAgain(shop, { demoMode: true });
  try {
    const { data } = await again.succeed(singleProductDetailsCall, { params: { slug: 'linen-shirt' } });
    expect(data).toMatchObject({ final_price: '699.00', mrp: '899.00' });
  } finally {
    await again.close();
  }
});

test('the worker of a running shop begins and ends sales by itself', async () => {
  vi.useRealTimers();
  const [soon, later] = [1500, 3500].map((ms) => new Date(Date.now() + ms).toISOString());
  await plan('linen-shirt', 69_900, { startsAt: soon ?? '', endsAt: later ?? '' });
  const again = await openAgain(shop, { demoMode: true });
  try {
    const price = async () => (await page('linen-shirt'))?.final_price;
    expect(await price()).toBe('899.00');
    await vi.waitFor(async () => expect(await price()).toBe('699.00'), { timeout: 10_000, interval: 50 });
    expect(isoNow() >= (soon ?? '')).toBe(true);
    await vi.waitFor(async () => expect(await price()).toBe('899.00'), { timeout: 10_000, interval: 50 });
    expect(isoNow() >= (later ?? '')).toBe(true);
  } finally {
    await again.close();
  }
});
