import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { addToCartCall, addToCartGuestCall, getCartCall, removeToCartCall } from '#lib/contract/cart.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signIn, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let token: string;
let shirt: AddedProduct;
let watch: AddedProduct;
let next = 9_100_000_000;

beforeAll(async () => {
  shop = await openShop();
  shirt = await shop.add({ name: 'Linen Shirt', category: 'Shirts', price: 149_900, mrp: 199_900, stock: { S: 0, M: 3, L: 40 } });
  watch = await shop.add({ name: 'Brass Watch', category: 'Watches', price: 499_900, stock: 8, sellerKind: 'wholesaler' });
});
beforeEach(async () => {
  token = await signIn(shop, String(next++));
});
afterAll(() => shop.close());

const add = (product_id: number, quantity: number, id?: number | null) =>
  shop.call(addToCartCall, { token, body: { product_id, quantity, id } });
const cart = async () => (await shop.succeed(getCartCall, { token })).data.cart;
const quantities = async () => (await cart()).map(({ product_name, quantity }) => [product_name, quantity]);
const setStock = (variantId: number, stock: number) =>
  shop.change((tx) => tx.updateTable('variant').set({ stock }).where('id', '=', variantId).execute());

describe('adding', () => {
  test('sets the quantity, however often the call is repeated', async () => {
    for (const message of ['Item added successfully in cart.', 'Cart updated successfully', 'Cart updated successfully']) {
      expect(await add(shirt.id, 2, shirt.variants['L'])).toMatchObject({
        success: true,
        message,
        data: { results: [{ product_id: shirt.id, id: shirt.variants['L'], quantity: 2, status: true, wishlist_id: null }] },
      });
    }
    await add(shirt.id, 1, shirt.variants['L']);
    expect(await quantities()).toEqual([['Linen Shirt', 1]]);
  });

  test('never passes five, nor the stock', async () => {
    const most = 'You can order up to 5 of Linen Shirt';
    for (const wanted of [9, 1000]) {
      expect(await add(shirt.id, wanted, shirt.variants['L'])).toMatchObject({
        message: most,
        data: { results: [{ quantity: 5, status: true, message: most }] },
      });
    }
    expect(await add(shirt.id, 5, shirt.variants['M'])).toMatchObject({
      message: 'Only 3 of Linen Shirt left',
      data: { results: [{ quantity: 3, status: true }] },
    });
  });

  test('refuses a sold-out product with a message', async () => {
    expect(await add(shirt.id, 1, shirt.variants['S'])).toMatchObject({
      data: { results: [{ quantity: 0, status: false, message: 'Linen Shirt is sold out' }] },
    });
    expect(await cart()).toEqual([]);
  });

  test('requires a variant for a product that has some, and none otherwise', async () => {
    expect(await add(shirt.id, 1)).toMatchObject({
      success: false,
      httpStatus: 422,
      errors: { id: ['Please choose an option first'] },
    });
    expect(await add(watch.id, 1, null)).toMatchObject({ success: true, data: { results: [{ id: null }] } });
    expect(await add(watch.id, 2, watch.variants[''])).toMatchObject({ success: true });
  });

  test('refuses a product that is not on sale', async () => {
    const gone = await shop.add({ name: 'Gone', category: 'Shirts', active: false });
    const missing = { success: false, httpStatus: 404, message: 'This product is no longer available' };
    expect(await add(gone.id, 1)).toMatchObject(missing);
    expect(await add(999_999_999, 1)).toMatchObject(missing);
    expect(await add(shirt.id, 1, watch.variants[''])).toMatchObject(missing);
  });

  test.each([0, -1, 1.5, 1e9, '2', null, Number.MAX_SAFE_INTEGER + 2])('a quantity of %s is refused', async (quantity) => {
    expect(await add(watch.id, quantity as number)).toMatchObject({ success: false, httpStatus: 422 });
    expect(await cart()).toEqual([]);
  });

  test('accepts form data with numbers as text', async () => {
    const response = await shop.raw('/customer/add-to-cart', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ product_id: String(watch.id), quantity: '2' }),
    });
    expect(response.status).toBe(200);
    expect(await quantities()).toEqual([['Brass Watch', 2]]);
  });
});

describe('the cart', () => {
  test('shows a line with its variant, its seller and today’s price', async () => {
    await add(shirt.id, 2, shirt.variants['M']);
    await add(watch.id, 1);
    const [first, second] = await cart();
    expect(first).toMatchObject({
      id: shirt.variants['M'],
      product_id: shirt.id,
      retailer_product_id: shirt.id,
      product_stock: 43,
      final_price: '1499.00',
      mrp: '1999.00',
      slug: 'linen-shirt',
      selected_variant: { id: shirt.variants['M'], product_variation: 'M', final_price: '1499.00', stock: 3 },
    });
    expect(first?.status).toBeUndefined();
    expect(second).toMatchObject({ id: null, product_stock: 8, selected_variant: null, wholesaler_id: expect.any(Number) });
  });

  test('marks lines that are no longer available in their quantity', async () => {
    const bag = await shop.add({ name: 'Kantha Tote', category: 'Bags', stock: 5 });
    const variant = bag.variants[''] ?? 0;
    await add(bag.id, 4);
    await setStock(variant, 2);
    expect(await cart()).toMatchObject([{ quantity: 4, status: false, message: 'Only 2 of Kantha Tote left' }]);
    await setStock(variant, 0);
    expect(await cart()).toMatchObject([{ status: false, message: 'Kantha Tote is sold out' }]);
    await shop.change((tx) => tx.updateTable('product').set({ active: 0 }).where('id', '=', bag.id).execute());
    expect(await cart()).toMatchObject([{ product_stock: 0, status: false, message: 'Kantha Tote is no longer available' }]);
  });

  test('belongs to one customer', async () => {
    await add(watch.id, 1);
    const other = await signIn(shop, String(next++));
    expect((await shop.succeed(getCartCall, { token: other })).data.cart).toEqual([]);
  });
});

describe('removing', () => {
  test('removes one variant, or the whole product', async () => {
    await add(shirt.id, 1, shirt.variants['M']);
    await add(shirt.id, 1, shirt.variants['L']);
    await add(watch.id, 1);
    await shop.succeed(removeToCartCall, { token, body: { product_id: shirt.id, variant_id: shirt.variants['M'] } });
    expect((await cart()).map((line) => line.selected_variant?.product_variation ?? '')).toEqual(['L', '']);
    await shop.succeed(removeToCartCall, { token, body: { retailer_product_id: shirt.id } });
    expect(await quantities()).toEqual([['Brass Watch', 1]]);
  });

  test('a product that is not in the cart changes nothing', async () => {
    await add(watch.id, 1);
    expect(await shop.succeed(removeToCartCall, { token, body: { product_id: 424_242 } })).toMatchObject({
      message: 'Item removed from cart',
    });
    expect((await shop.fail(removeToCartCall, { token, body: {} })).httpStatus).toBe(422);
    expect(await quantities()).toEqual([['Brass Watch', 1]]);
  });
});

describe('merging a guest’s cart', () => {
  const merge = (cart_items: BodyOf<typeof addToCartGuestCall>['cart_items']) =>
    shop.succeed(addToCartGuestCall, { token, body: { cart_items } });

  test('keeps the larger quantity and is idempotent', async () => {
    await add(watch.id, 1);
    await add(shirt.id, 3, shirt.variants['L']);
    const items = [
      { product_id: watch.id, quantity: 2, wholesaler_id: 1, selected_variant: null },
      { product_id: shirt.id, quantity: 1, id: shirt.variants['L'] },
    ];
    for (let i = 0; i < 2; i++) {
      const { data } = await merge(items);
      expect(data.results.map(({ quantity, status }) => [quantity, status])).toEqual([
        [2, true],
        [3, true],
      ]);
    }
    expect(await quantities()).toEqual([
      ['Brass Watch', 2],
      ['Linen Shirt', 3],
    ]);
  });

  test('finds the variant by its id in either field, or by its name', async () => {
    await merge([
      { product_id: shirt.id, quantity: 1, selected_variant: { id: shirt.variants['M'], product_variation: 'M' } },
      { product_id: shirt.id, quantity: 2, selected_variant: { product_variation: 'l' } },
    ]);
    expect((await cart()).map((line) => [line.selected_variant?.product_variation, line.quantity])).toEqual([
      ['M', 1],
      ['L', 2],
    ]);
  });

  test('skips unavailable lines and reports them', async () => {
    const { data } = await merge([
      { product_id: 987_654_321, quantity: 1 },
      { product_id: shirt.id, quantity: 1 },
      { product_id: shirt.id, quantity: 1, id: shirt.variants['S'] },
      { product_id: watch.id, quantity: 900 },
    ]);
    expect(data.results.map(({ status, quantity, message }) => [status, quantity, message])).toEqual([
      [false, 0, 'This product is no longer available'],
      [false, 0, 'Please choose an option first'],
      [false, 0, 'Linen Shirt is sold out'],
      [true, 5, expect.any(String)],
    ]);
    expect(await quantities()).toEqual([['Brass Watch', 5]]);
  });

  test('refuses more than a hundred lines', async () => {
    const cart_items = Array.from({ length: 101 }, () => ({ product_id: watch.id, quantity: 1 }));
    expect((await shop.fail(addToCartGuestCall, { token, body: { cart_items } })).httpStatus).toBe(422);
  });
});

test('a cart holds at most a hundred lines', async () => {
  const stock = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`Shade ${i}`, 5]));
  const paint = await shop.add({ name: 'Dye', category: 'Craft', stock });
  const ids = Object.values(paint.variants);
  for (const id of ids.slice(0, 100)) await add(paint.id, 1, id);
  expect(await add(paint.id, 1, ids[100])).toMatchObject({ success: false, httpStatus: 422, message: 'Your cart is full' });
  expect(await add(paint.id, 2, ids[0])).toMatchObject({ success: true });
});
