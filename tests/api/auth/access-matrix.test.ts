import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSession, deleteSession } from '#api/services/sessions/sessions.ts';
import { shippingAddressCall } from '#lib/contract/address.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import { addToCartCall, getCartCall } from '#lib/contract/cart.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { getSessionsCall } from '#lib/contract/sign-in.ts';
import { addToWishlistCall } from '#lib/contract/wishlist.ts';
import { newMobile, password, registerPerson } from '#tests/support/store/accounts.ts';
import { openShop, signIn, type TestShop } from '#tests/support/store/test-store.ts';

/** Every call that requires a session. */
const guarded = calls.filter(({ access }) => access !== 'anyone');

const address = {
  email: 'owner@example.com',
  firstname: 'Meenakshi',
  lastname: 'Venkataraghavan',
  phone_number: '9444000111',
  address: '77 Hidden Lane',
  pincode: '600004',
  city: 'Chennai',
  state: 'Tamil Nadu',
};

/** The owner's data that must not appear in an answer to others. */
let marks: string[];
let owner: { id: number; token: string };
let ids: { product: number; order: number; payment: string; session: string };
let intruder: { id: number; token: string };
let shop: TestShop;

const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();

const idOf = async (email: string): Promise<number> =>
  (await shop.store.db.selectFrom('customer').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

async function order(token: string, payment_method: 'cod' | 'prepaid') {
  await shop.succeed(addToCartCall, { token, body: { product_id: ids.product, quantity: 1 } });
  const body = { address, payment_method, expected_total: '500.00' };
  return (await shop.succeed(checkoutCall, { token, headers: { 'idempotency-key': randomUUID() }, body })).data;
}

beforeAll(async () => {
  shop = await openShop();
  const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 100 });
  const person = await registerPerson(shop, { firstname: 'Meenakshi', lastname: 'Venkataraghavan', email: 'owner@example.com' });
  owner = { id: await idOf('owner@example.com'), token: person.token };
  const [session] = (await shop.succeed(getSessionsCall, { token: owner.token })).data;
  ids = { product: lamp.id, order: 0, payment: '', session: session?.session_id ?? '' };
  await shop.succeed(shippingAddressCall, { token: owner.token, body: address });
  await shop.succeed(addToWishlistCall, { token: owner.token, body: { product_id: lamp.id } });
  ids.order = (await order(owner.token, 'cod')).order_id[0] ?? 0;
  ids.payment = (await order(owner.token, 'prepaid')).payment?.id ?? '';
  await shop.succeed(addToCartCall, { token: owner.token, body: { product_id: lamp.id, quantity: 2 } });

  const stranger = await registerPerson(shop, { email: 'intruder@example.com', firstname: 'Ivan' });
  intruder = { id: await idOf('intruder@example.com'), token: stranger.token };
  const orders = (await shop.succeed(getOrdersCall, { token: owner.token })).data;
  const numbers = orders.map(({ order_number }) => order_number);
  marks = [
    'Meenakshi',
    'Venkataraghavan',
    'owner@example.com',
    person.phone_number,
    'Hidden Lane',
    ids.payment,
    ids.session,
    ...numbers,
  ];
});
afterAll(() => shop.close());

type Example = { path?: Record<string, string>; body?: Record<string, unknown> };

/** A valid request of each call that names the owner's rows where possible. */
const examples: Record<string, () => Example> = {
  updateUserDetails: () => ({ body: { firstname: 'Ivan', lastname: 'Rao', email: 'owner@example.com' } }),
  logout: () => ({ body: {} }),
  resetPassword: () => ({ body: { old_password: password, new_password: 'changed-it!', confirm_password: 'changed-it!' } }),
  accountDetails: () => ({ body: { firstname: 'Ivan', lastname: 'Changed' } }),
  shippingAddress: () => ({
    body: { ...address, firstname: 'Ivan', lastname: 'Rao', email: 'i@example.com', address: '1 New St' },
  }),
  getShippingAddress: () => ({}),
  getSessions: () => ({}),
  endSession: () => ({ body: { session_id: ids.session } }),
  endSessions: () => ({ body: {} }),
  getCart: () => ({}),
  addToCart: () => ({ body: { product_id: ids.product, quantity: 5 } }),
  removeToCart: () => ({ body: { product_id: ids.product } }),
  addToCartGuest: () => ({ body: { cart_items: [{ product_id: ids.product, quantity: 4 }] } }),
  checkout: () => ({ body: { address: { ...address, firstname: 'Ivan' }, payment_method: 'cod', expected_total: '1000.00' } }),
  applyCoupon: () => ({ body: { coupon_code: 'WELCOME' } }),
  getWishlist: () => ({}),
  addToWishlist: () => ({ body: { product_id: ids.product } }),
  removeToWishlist: () => ({ body: { product_id: ids.product } }),
  // In stock, so that it is refused (409) where it is not refused for the session.
  stockAlert: () => ({ body: { product_id: ids.product, email: 'owner@example.com' } }),
  getOrders: () => ({}),
  cancelOrder: () => ({ body: { order_id: ids.order, reject_reason_select: 'Changed My Mind' } }),
  getPayment: () => ({ path: { id: ids.payment } }),
  confirmPayment: () => ({ path: { id: ids.payment }, body: { outcome: 'abandoned' } }),
  payOnDelivery: () => ({ path: { id: ids.payment } }),
  getPendingPayment: () => ({}),
};

async function send(call: (typeof guarded)[number], token?: string) {
  const { path = {}, body } = examples[call.name]?.() ?? {};
  const url = call.path.replaceAll(/\{(\w+)\}/g, (_, name) => path[name] ?? '');
  const headers = { 'idempotency-key': randomUUID(), ...(token && { authorization: `Bearer ${token}` }) };
  const post = call.method === 'POST' && { body: JSON.stringify(body ?? {}) };
  return shop.raw(url, { method: call.method, headers, ...post });
}

/** The owner's valid sessions. */
const livingSessions = () =>
  shop.store.db
    .selectFrom('session')
    .select('token_hash')
    .where('customer_id', '=', owner.id)
    .where('last_used_at', '>', daysAgo(7))
    .where('created_at', '>', daysAgo(30))
    .execute();

/** All rows of the owner, without the time of last use. */
async function rowsOfOwner() {
  const { db } = shop.store;
  return {
    customer: await db.selectFrom('customer').selectAll().where('id', '=', owner.id).execute(),
    sessions: await livingSessions(),
    address: await db.selectFrom('saved_address').selectAll().where('customer_id', '=', owner.id).execute(),
    wishes: await db.selectFrom('wishlist').selectAll().where('customer_id', '=', owner.id).execute(),
    cart: await db.selectFrom('cart_line').selectAll().where('customer_id', '=', owner.id).orderBy('id').execute(),
    orders: await db.selectFrom('orders').selectAll().where('customer_id', '=', owner.id).orderBy('id').execute(),
    payments: await db.selectFrom('payment').selectAll().where('customer_id', '=', owner.id).execute(),
  };
}

/** Sends a call and expects that none of the owner's data is revealed or changed. */
async function expectNothingForeign(call: (typeof guarded)[number], token?: string): Promise<Response> {
  const before = await rowsOfOwner();
  const response = await send(call, token);
  const text = await response.clone().text();
  for (const mark of marks) expect(text).not.toContain(mark);
  expect(await rowsOfOwner()).toEqual(before);
  return response;
}

test('every guarded call is in the matrix', () => {
  expect(Object.keys(examples).toSorted()).toEqual(guarded.map(({ name }) => name).toSorted());
});

test('the owner sees the data that others must not see', async () => {
  const seen = await Promise.all(
    guarded.filter(({ method }) => method === 'GET').map(async (call) => (await send(call, owner.token)).text()),
  );
  const all = seen.join();
  for (const mark of ['Hidden Lane', ids.payment, ids.session, 'Lamp']) expect(all).toContain(mark);
  expect((await shop.succeed(getCartCall, { token: owner.token })).data.cart).toHaveLength(1);
});

describe.each(guarded)('$method $path', (call) => {
  test.each([['no token'], ['a made-up token'], ['an expired session'], ['a session that is too old'], ['a signed-out session']])(
    'with %s is refused',
    async (kind) => {
      const token = await tokenOf(kind);
      const response = await expectNothingForeign(call, token);
      expect(response.status).toBe(call.name === 'stockAlert' && kind === 'no token' ? 409 : 401);
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  test('by another customer with the owner’s ids changes nothing of the owner’s', async () => {
    const token = await shop.change((tx) => createSession(tx, intruder.id));
    const response = await expectNothingForeign(call, token);
    expect(response.status).toBeLessThan(500);
    if (['cancelOrder', 'getPayment', 'confirmPayment', 'payOnDelivery'].includes(call.name)) expect(response.status).toBe(404);
  });

  if (call.access === 'customer') {
    test('by a number without a name is refused', async () => {
      const response = await expectNothingForeign(call, await signIn(shop, newMobile()));
      expect(response.status).toBe(403);
    });
  }
});

/** Returns an invalid token of this kind. */
async function tokenOf(kind: string): Promise<string | undefined> {
  if (kind === 'no token') return undefined;
  if (kind === 'a made-up token') return 'A'.repeat(43);
  return shop.change(async (tx) => {
    const others = (await tx.selectFrom('session').select('token_hash').execute()).map(({ token_hash }) => token_hash);
    const token = await createSession(tx, owner.id);
    if (kind === 'a signed-out session') await deleteSession(tx, token);
    const age =
      kind === 'an expired session'
        ? { last_used_at: daysAgo(7.01), created_at: daysAgo(8) }
        : { last_used_at: daysAgo(0.1), created_at: daysAgo(30.01) };
    await tx.updateTable('session').set(age).where('token_hash', 'not in', others).execute();
    return token;
  });
}
