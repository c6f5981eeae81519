import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { remindOfCarts } from '#api/services/reminders/cart-reminders.ts';
import { accountDetailsCall } from '#lib/contract/accounts.ts';
import { getShippingAddressCall } from '#lib/contract/address.ts';
import { adminCartRemindersCall, adminCartsCall } from '#lib/contract/admin/carts.ts';
import { addToCartCall, removeToCartCall } from '#lib/contract/cart.ts';
import { stopStockAlertsCall } from '#lib/contract/wishlist.ts';
import { DAY_MS, HOUR_MS, isoAgo } from '#lib/rules/durations.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let lamp: AddedProduct;
let owner: string;
let token: string;
const name = { firstname: 'Asha', lastname: 'Rao' };

const turn = (reminds: boolean) => shop.succeed(adminCartRemindersCall, { token: owner, body: { reminds } });
const ask = (wants: boolean) => shop.succeed(accountDetailsCall, { token, body: { ...name, cart_reminder: wants } });
const isAsked = async () => (await shop.succeed(getShippingAddressCall, { token })).cart_reminder;
const put = (product = lamp) => shop.succeed(addToCartCall, { token, body: { product_id: product.id, quantity: 2 } });
const leave = (ms: number) =>
  shop.change((tx) =>
    tx
      .updateTable('cart_line')
      .set({ added_at: isoAgo(ms) })
      .execute(),
  );
const remind = () => remindOfCarts(shop.store.db);
const mails = async () =>
  (await listOutbox(shop.store.db, { limit: 50 })).filter(({ subject }) => subject.startsWith('You left something in your cart'));
const carts = async () => (await shop.succeed(adminCartsCall, { token: owner })).data.carts;
const stopToken = async () => /stop-alert\?token=(cart\.[\w-]+)/.exec((await mails())[0]?.body ?? '')?.[1] ?? '';

beforeEach(async () => {
  shop = await openShop({ runsBackgroundWork: false });
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 9 });
  owner = await staffToken(shop, 'owner');
  token = await signUp(shop, '9876543210');
  await shop.change((tx) => tx.updateTable('customer').set({ email_verified_at: new Date().toISOString() }).execute());
});
afterEach(() => shop.close());

describe('a reminder of a cart', () => {
  test('is off, and nobody is asked, until the owner turns it on', async () => {
    expect(await isAsked()).toBeUndefined();
    await ask(true);
    await put();
    await leave(5 * HOUR_MS);
    await remind();
    expect(await mails()).toEqual([]);
    await turn(true);
    await remind();
    expect(await mails()).toHaveLength(1);
    await turn(false);
    expect(await isAsked()).toBeUndefined();
  });

  test('goes only to customers who ticked it, with the time and the text kept', async () => {
    await turn(true);
    expect(await isAsked()).toBe(false);
    await shop.succeed(accountDetailsCall, { token, body: name });
    expect(await isAsked()).toBe(false);
    await put();
    await leave(5 * HOUR_MS);
    await remind();
    expect(await mails()).toEqual([]);
    await ask(true);
    expect(await isAsked()).toBe(true);
    const [row] = await shop.store.db.selectFrom('cart_reminder').selectAll().execute();
    expect(row).toMatchObject({ asked_text: '1: Remind me about my cart', asked_at: expect.stringMatching(/^\d{4}-/) });
    await shop.succeed(accountDetailsCall, { token, body: name });
    expect(await isAsked()).toBe(true);
    await ask(false);
    await remind();
    expect(await mails()).toEqual([]);
  });

  test('needs an address that the customer has proven', async () => {
    await turn(true);
    await ask(true);
    await put();
    await leave(5 * HOUR_MS);
    await shop.change((tx) => tx.updateTable('customer').set({ email_verified_at: null }).execute());
    expect(await isAsked()).toBeUndefined();
    await remind();
    expect([await mails(), await carts()]).toEqual([[], []]);
  });

  test('is sent four hours after the last change and within a week, once for a cart, also by several processes', async () => {
    await turn(true);
    await ask(true);
    await put();
    await leave(3.9 * HOUR_MS);
    await remind();
    await leave(7.1 * DAY_MS);
    await remind();
    expect(await mails()).toEqual([]);
    await leave(4.1 * HOUR_MS);
    await Promise.all([remind(), remind(), remind()]);
    await remind();
    expect(await mails()).toHaveLength(1);
    expect(await mails()).toMatchObject([{ recipient: '9876543210@example.com' }]);
    expect(JSON.parse((await mails())[0]?.body ?? '').text).toMatch(
      /^Dear Asha Rao,\n\nyou asked us to remind you about your cart/,
    );
    // More in the same cart makes it no other cart; an empty one in between does.
    const mug = await shop.add({ name: 'Mug', category: 'Home', price: 20_000 });
    await shop.change((tx) =>
      tx
        .updateTable('cart_reminder')
        .set({ reminded_at: isoAgo(10 * HOUR_MS) })
        .execute(),
    );
    await leave(11 * HOUR_MS);
    await put(mug);
    await shop.change((tx) =>
      tx
        .updateTable('cart_line')
        .set({ added_at: isoAgo(5 * HOUR_MS) })
        .where('added_at', '>', isoAgo(HOUR_MS))
        .execute(),
    );
    await remind();
    expect(await mails()).toHaveLength(1);
    for (const { id } of [lamp, mug]) await shop.succeed(removeToCartCall, { token, body: { product_id: id } });
    await put();
    await leave(5 * HOUR_MS);
    await remind();
    expect(await mails()).toHaveLength(2);
  });

  test('is never sent for a cart that was ordered, or of what is not on sale any more', async () => {
    await turn(true);
    await ask(true);
    const shopper = customerOf(shop, token);
    await put();
    await leave(5 * HOUR_MS);
    await shopper.buy('1000.00');
    // As while an order waits for its payment.
    await shop.change(async (tx) => {
      const { id } = await tx.selectFrom('customer').select('id').executeTakeFirstOrThrow();
      const line = { customer_id: id, variant_id: lamp.variants[''] ?? 0, quantity: 1, added_at: isoAgo(5 * HOUR_MS) };
      await tx.insertInto('cart_line').values(line).execute();
    });
    await remind();
    expect([await mails(), await carts()]).toEqual([[], []]);
    await shop.change(async (tx) => {
      await tx
        .updateTable('orders')
        .set({ placed_at: isoAgo(6 * HOUR_MS) })
        .execute();
      await tx.updateTable('product').set({ active: 0 }).execute();
    });
    await remind();
    expect(await mails()).toEqual([]);
    await shop.change((tx) => tx.updateTable('product').set({ active: 1 }).execute());
    await remind();
    expect(await mails()).toHaveLength(1);
  });

  test('has a link to stop, which works without a session and more than once is an error', async () => {
    await turn(true);
    await ask(true);
    await put();
    await leave(5 * HOUR_MS);
    await remind();
    const stop = { body: { token: await stopToken() } };
    expect(stop.body.token).toMatch(/^cart\.[\w-]{43}$/);
    expect(await shop.succeed(stopStockAlertsCall, stop)).toMatchObject({
      message: 'You will get no more emails about your cart.',
    });
    expect(await isAsked()).toBe(false);
    expect((await shop.fail(stopStockAlertsCall, stop)).errors).toHaveProperty('token');
    expect((await shop.fail(stopStockAlertsCall, { body: { token: 'cart.x' } })).errors).toHaveProperty('token');
  });
});

test('carts that were left are listed for owners with what they cost now', async () => {
  await turn(true);
  await ask(true);
  await put();
  expect(await carts()).toEqual([]);
  await leave(5 * HOUR_MS);
  expect(await carts()).toMatchObject([{ name: 'Asha Rao', email: '9876543210@example.com', units: 2, amount: '1000.00' }]);
  expect((await carts())[0]).not.toHaveProperty('reminded_at');
  await remind();
  expect((await carts())[0]).toHaveProperty('reminded_at');
  expect((await shop.fail(adminCartsCall, { token: await staffToken(shop, 'packer') })).code).toBe('staff_role');
});
