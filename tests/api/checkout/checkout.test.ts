import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isStockChangeVisible } from '#api/services/catalogue/stock.ts';
import { addToCartCall, getCartCall } from '#lib/contract/cart.ts';
import { singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signIn, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let token: string;
let shirt: AddedProduct;
let watch: AddedProduct;
let next = 9_200_000_000;

beforeAll(async () => {
  shop = await openShop();
  shirt = await shop.add({ name: 'Linen Shirt', category: 'Shirts', price: 149_900, stock: { S: 1, M: 30 }, seller: 'Loom' });
  watch = await shop.add({
    name: 'Brass Watch',
    category: 'Watches',
    price: 499_950,
    stock: 30,
    sellerKind: 'wholesaler',
    seller: 'Mill',
  });
});
beforeEach(async () => {
  token = await signUp(shop, String(next++));
});
afterAll(() => shop.close());

const add = (product_id: number, quantity: number, id?: number) =>
  shop.succeed(addToCartCall, { token, body: { product_id, quantity, id } });
const order = (
  expected_total: string,
  { key = randomUUID() as string, ...more }: Record<string, unknown> & { key?: string } = {},
) =>
  shop.call(checkoutCall, {
    token,
    headers: { 'idempotency-key': key },
    body: { address, payment_method: 'cod', expected_total, ...more },
  });
const orders = async () => (await shop.succeed(getOrdersCall, { token })).data;
const cart = async () => (await shop.succeed(getCartCall, { token })).data.cart;
const stockOf = (id: number | undefined) =>
  shop.store.db
    .selectFrom('variant')
    .select('stock')
    .where('id', '=', id ?? 0)
    .executeTakeFirstOrThrow();

describe('a checkout', () => {
  test('makes one order per seller, takes the stock and empties the cart', async () => {
    const before = [await stockOf(shirt.variants['M']), await stockOf(watch.variants[''])];
    await add(shirt.id, 2, shirt.variants['M']);
    await add(watch.id, 1);
    expect(await order('7997.50')).toMatchObject({
      success: true,
      message: 'Order placed successfully',
      data: { order_id: [expect.any(Number), expect.any(Number)], customer: { firstname: 'Asha' } },
    });
    expect(await cart()).toEqual([]);
    expect([(await stockOf(shirt.variants['M'])).stock, (await stockOf(watch.variants[''])).stock]).toEqual([
      (before[0]?.stock ?? 0) - 2,
      (before[1]?.stock ?? 0) - 1,
    ]);
    const [second, first] = await orders();
    expect(first).toMatchObject({
      order_number: expect.stringMatching(/^HT-[0-9A-HJKMNP-TV-Z]{8}$/),
      status: 'order has been placed',
      payment_method: 'cod',
      payment_status: 'pending',
      price: '2998.00',
      final_amount: '2998.00',
      discount_amount: '0.00',
      quantity: 2,
      seller_name: 'Loom',
      items: [{ product_name: 'Linen Shirt', product_variation: 'M', quantity: 2, final_price: '1499.00', slug: 'linen-shirt' }],
      address: { city: 'Bengaluru', pincode: '560001' },
      timeline: [{ status: 'order has been placed' }],
    });
    expect(second).toMatchObject({ seller_name: 'Mill', price: '4999.50', items: [{ variant_id: null }] });
  });

  test('updates the product’s total stock', async () => {
    const bag = await shop.add({ name: 'Tote', category: 'Bags', price: 100_000, stock: { Red: 4, Blue: 4 } });
    await add(bag.id, 3, bag.variants['Red']);
    await order('3000.00');
    const { data } = await shop.succeed(singleProductDetailsCall, { params: { slug: 'tote' } });
    expect([data.product_stock, data.variants.map(({ stock }) => stock)]).toEqual([5, [1, 4]]);
  });

  test('repeated with its key returns the same order', async () => {
    await add(watch.id, 1);
    const key = randomUUID();
    const first = await order('4999.50', { key });
    const again = await order('4999.50', { key: key.toUpperCase() });
    expect(again).toEqual(first);
    expect(await orders()).toHaveLength(1);
  });

  test('with a used key and other details is refused', async () => {
    await add(watch.id, 1);
    const key = randomUUID();
    await order('4999.50', { key });
    await add(watch.id, 2);
    expect(await order('9999.00', { key })).toMatchObject({ success: false, httpStatus: 409 });
    expect(await orders()).toHaveLength(1);
    expect(await cart()).toHaveLength(1);
  });

  test('two customers may use the same key', async () => {
    const key = randomUUID();
    await add(watch.id, 1);
    await order('4999.50', { key });
    token = await signUp(shop, String(next++));
    await add(watch.id, 1);
    expect(await order('4999.50', { key })).toMatchObject({ success: true });
    expect(await orders()).toHaveLength(1);
  });

  test('takes its key in the body too, for a client without headers of its own; a repeat with either places one order', async () => {
    await add(watch.id, 1);
    const idempotency_key = randomUUID();
    const body = { address, payment_method: 'cod' as const, expected_total: '4999.50', idempotency_key };
    const first = await shop.call(checkoutCall, { token, body });
    expect(first).toMatchObject({ success: true });
    expect(await shop.call(checkoutCall, { token, body })).toEqual(first);
    expect(await order('4999.50', { key: idempotency_key })).toEqual(first);
    expect(await orders()).toHaveLength(1);
    expect(await shop.call(checkoutCall, { token, body: { ...body, expected_total: '1.00' } })).toMatchObject({
      httpStatus: 409,
    });
    expect(await shop.call(checkoutCall, { token, body: { ...body, idempotency_key: 'no-uuid' } })).toMatchObject({
      httpStatus: 422,
    });
    expect(await orders()).toHaveLength(1);
  });

  test.each(['', 'not-a-uuid', "' OR 1=1 --"])('with “%s” as key is refused', async (key) => {
    await add(watch.id, 1);
    expect(await order('4999.50', { key })).toMatchObject({
      httpStatus: 422,
      errors: { 'idempotency-key': [expect.any(String)] },
    });
  });

  test('of an empty cart is refused', async () => {
    expect(await order('0.00')).toMatchObject({ httpStatus: 409, message: 'Your cart is empty' });
  });

  test('with a total other than the shopper saw is refused and writes nothing', async () => {
    await add(watch.id, 1);
    const stock = await stockOf(watch.variants['']);
    expect(await order('4999.00')).toMatchObject({
      httpStatus: 409,
      message: 'Prices have changed. Please review your cart.',
    });
    expect([await stockOf(watch.variants['']), (await cart()).length, (await orders()).length]).toEqual([stock, 1, 0]);
  });

  test('of stock that another shopper took is refused, writes nothing, and may be retried with the same key', async () => {
    const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 3 });
    await add(lamp.id, 3);
    await add(watch.id, 1);
    const lampStock = (stock: number) =>
      shop.change((tx) => tx.updateTable('variant').set({ stock }).where('product_id', '=', lamp.id).execute());
    const key = randomUUID();
    const before = await stockOf(watch.variants['']);
    await lampStock(2);
    expect(await order('6499.50', { key })).toMatchObject({ httpStatus: 409, message: 'Only 2 of Lamp left' });
    await lampStock(0);
    expect(await order('6499.50', { key })).toMatchObject({ httpStatus: 409, message: 'Lamp is sold out' });
    expect(await stockOf(watch.variants[''])).toEqual(before);
    expect(await orders()).toEqual([]);
    await lampStock(3);
    expect(await order('6499.50', { key })).toMatchObject({ success: true });
  });

  test('reports every line that is unavailable', async () => {
    const vase = await shop.add({ name: 'Vase', category: 'Home', price: 10_000, stock: 3 });
    const bowl = await shop.add({ name: 'Bowl', category: 'Home', price: 10_000, stock: 3 });
    await add(vase.id, 1);
    await add(bowl.id, 1);
    await shop.change((tx) =>
      tx.updateTable('variant').set({ stock: 0 }).where('product_id', 'in', [vase.id, bowl.id]).execute(),
    );
    expect(await order('200.00')).toMatchObject({ httpStatus: 409, message: ['Vase is sold out', 'Bowl is sold out'] });
  });

  test('with an unknown coupon is refused, and with a blank one succeeds', async () => {
    await add(watch.id, 1);
    expect(await order('4999.50', { coupon_code: 'SAVE10' })).toMatchObject({
      httpStatus: 422,
      errors: { coupon_code: ['Invalid Code'] },
    });
    expect(await order('4999.50', { coupon_code: ' ' })).toMatchObject({ success: true });
  });

  test('requires a complete address', async () => {
    await add(watch.id, 1);
    const refused = await order('4999.50', { address: { ...address, pincode: '56', city: ' ', email: 'x' } });
    expect(refused).toMatchObject({
      httpStatus: 422,
      errors: {
        'address.pincode': ['Must be a valid 6-digit pincode'],
        'address.city': ['City is required'],
        'address.email': ['Must be a valid email address'],
      },
    });
  });

  test('requires a customer with a name', async () => {
    token = await signIn(shop, String(next++));
    expect(await order('1.00')).toMatchObject({ httpStatus: 403, message: 'Please complete your details first' });
    token = 'nobody';
    expect(await order('1.00')).toMatchObject({ httpStatus: 401 });
  });
});

describe('the catalogue revision', () => {
  test('changes with an order only when pages show the stock differently', async () => {
    const scarf = await shop.add({ name: 'Scarf', category: 'Wraps', price: 10_000, stock: 9 });
    const before = shop.store.revision();
    await add(scarf.id, 3);
    await order('300.00');
    expect(shop.store.revision()).toBe(before);
    await add(scarf.id, 1);
    await order('100.00');
    expect(shop.store.revision()).toBe(before + 1);
  });

  test('changes when five or fewer are left, because pages show that stock', () => {
    expect([isStockChangeVisible(30, 6), isStockChangeVisible(6, 5), isStockChangeVisible(1, 0)]).toEqual([false, true, true]);
  });
});

test('an order keeps the customer name it was placed under', async () => {
  await add(watch.id, 1);
  await order('4999.50');
  await shop.change((tx) => tx.updateTable('product').set({ name: 'Renamed', active: 0 }).where('id', '=', watch.id).execute());
  expect((await orders())[0]?.items[0]?.product_name).toBe('Brass Watch');
});
