import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToCartCall, getCartCall } from '#lib/contract/cart.ts';
import { addToWishlistCall, getWishlistCall, removeToWishlistCall } from '#lib/contract/wishlist.ts';
import { newMobile } from '#tests/support/store/accounts.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let lamp: AddedProduct;
let chair: AddedProduct;
beforeAll(async () => {
  shop = await openShop();
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 10 });
  chair = await shop.add({ name: 'Chair', category: 'Home', price: 90_000, stock: 10 });
});
afterAll(() => shop.close());

const wishes = async (token: string) => (await shop.succeed(getWishlistCall, { token })).data.map(({ product }) => product.name);
const add = (token: string, product_id: number) => shop.succeed(addToWishlistCall, { token, body: { product_id } });

test('a wishlist shows each product once, newest first', async () => {
  const token = await signUp(shop, newMobile());
  expect(await wishes(token)).toEqual([]);
  expect(await add(token, lamp.id)).toEqual({ success: true, message: 'Added to your wishlist' });
  await add(token, chair.id);
  await Promise.all(Array.from({ length: 10 }, () => add(token, lamp.id)));
  expect(await wishes(token)).toEqual(['Chair', 'Lamp']);
});

test('removing a product takes it off the wishlist and is idempotent', async () => {
  const token = await signUp(shop, newMobile());
  await add(token, lamp.id);
  for (let i = 0; i < 2; i++) {
    expect(await shop.succeed(removeToWishlistCall, { token, body: { product_id: lamp.id, variant_id: null } })).toEqual({
      success: true,
      message: 'Removed from your wishlist',
    });
  }
  expect(await wishes(token)).toEqual([]);
  await shop.succeed(removeToWishlistCall, { token, body: { product_id: 999_999 } });
});

test('two customers can wish for the same product', async () => {
  const [one, other] = [await signUp(shop, newMobile()), await signUp(shop, newMobile())];
  await add(one, lamp.id);
  await add(other, lamp.id);
  await shop.succeed(removeToWishlistCall, { token: one, body: { product_id: lamp.id } });
  expect(await wishes(other)).toEqual(['Lamp']);
});

test('a product that does not exist cannot be added to the wishlist', async () => {
  const token = await signUp(shop, newMobile());
  expect(await shop.fail(addToWishlistCall, { token, body: { product_id: 999_999 } })).toMatchObject({
    httpStatus: 404,
    message: 'This product is no longer available',
  });
});

test('a product that is off sale is hidden from the wishlist until it is on sale again', async () => {
  const token = await signUp(shop, newMobile());
  const rug = await shop.add({ name: 'Rug', category: 'Home', price: 70_000, stock: 1 });
  await add(token, rug.id);
  const setActive = (active: number) =>
    shop.change((tx) => tx.updateTable('product').set({ active }).where('id', '=', rug.id).execute());
  await setActive(0);
  expect(await wishes(token)).toEqual([]);
  await setActive(1);
  expect(await wishes(token)).toEqual(['Rug']);
});

test('cart lines show whether their product is on the wishlist', async () => {
  const token = await signUp(shop, newMobile());
  const put = (product_id: number) => shop.succeed(addToCartCall, { token, body: { product_id, quantity: 1 } });
  expect((await put(lamp.id)).data.results[0]?.wishlist_id).toBeNull();
  await add(token, lamp.id);
  const [entry] = (await shop.succeed(getWishlistCall, { token })).data;
  expect((await put(lamp.id)).data.results[0]?.wishlist_id).toBe(entry?.wishlist_id);
  await put(chair.id);
  const { cart } = (await shop.succeed(getCartCall, { token })).data;
  expect(cart.map(({ wishlist_id }) => wishlist_id)).toEqual([entry?.wishlist_id, null]);
});

test('a full wishlist refuses more products with a message', async () => {
  const token = await signUp(shop, newMobile());
  await add(token, lamp.id);
  const { customer_id } = await shop.store.db
    .selectFrom('wishlist')
    .select('customer_id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  for (let i = 1; i < 200; i++) {
    const { id } = await shop.add({ name: `Thing ${i}`, category: 'Things', price: 100, stock: 1 });
    const wish = { customer_id, product_id: id, added_at: new Date().toISOString() };
    await shop.change((tx) => tx.insertInto('wishlist').values(wish).execute());
  }
  expect(await shop.fail(addToWishlistCall, { token, body: { product_id: chair.id } })).toMatchObject({
    httpStatus: 422,
    message: 'Your wishlist is full',
  });
  await add(token, lamp.id);
});
