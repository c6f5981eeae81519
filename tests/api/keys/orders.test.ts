import { afterEach, beforeEach, expect, test } from 'vitest';
import { addApiKey } from '#api/services/keys/api-keys.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { ORDER_CHANGES_PER_CALL } from '#lib/contract/limits.ts';
import { ORDER_CANCELLED, ORDER_CONFIRMED, ORDER_DELIVERED, ORDER_DISPATCHED, ORDER_PLACED } from '#lib/contract/order-status.ts';
import { confirmPaymentCall } from '#lib/contract/payments.ts';
import { programOrderCall, programOrderStatusCall, programOrdersCall } from '#lib/contract/programs/orders.ts';
import { customerOf, stockOf } from '#tests/support/store/customer.ts';
import { openShop, postgresUrl, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let token: string;
let lamp: { id: number; variants: Record<string, number> };

beforeEach(async () => {
  shop = await openShop({ runsBackgroundWork: false });
  const scopes = ['orders:read', 'orders:write'] as const;
  token = (await shop.change((tx) => addApiKey(tx, { name: 'ERP', scopes }))).key;
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: { S: 50, M: 50 } });
  await shop.change((tx) =>
    tx
      .updateTable('variant')
      .set({ sku: 'LAMP-M' })
      .where('id', '=', lamp.variants['M'] ?? 0)
      .execute(),
  );
});
afterEach(() => shop.close());

const read = async (cursor?: string) => (await shop.succeed(programOrdersCall, { token, params: { cursor } })).data;
const numbersOf = ({ orders }: { orders: { order_number: string }[] }) => orders.map(({ order_number }) => order_number);
const outbox = async () => (await shop.store.db.selectFrom('outbox').select('id').execute()).length;
const setStatus = (order_number: string, body: object) =>
  shop.call(programOrderStatusCall, { token, body: { order_number, ...body } as never });

async function shopper(mobile = '9876543210') {
  const customer = customerOf(shop, await signUp(shop, mobile));
  return {
    ...customer,
    order: async (payment_method: 'cod' | 'prepaid' = 'cod') => {
      await customer.put(lamp.id, 1, lamp.variants['M']);
      const { payment } = await customer.buy('500.00', { payment_method });
      return { number: (await customer.orders())[0]?.order_number ?? '', payment };
    },
  };
}

test('orders are read since a cursor, with SKU, address and status as they are now', async () => {
  const asha = await shopper();
  const first = (await asha.order()).number;
  const second = (await asha.order()).number;
  const page = await read();
  expect(numbersOf(page)).toEqual([first, second]);
  expect(page.orders[0]).toMatchObject({
    customer_id: expect.any(Number),
    status: ORDER_PLACED,
    final_amount: '500.00',
    items: [{ sku: 'LAMP-M', variant_id: lamp.variants['M'], quantity: 1 }],
    address: { pincode: expect.any(String) },
  });
  expect(await read()).toMatchObject({ orders: [{ order_number: first }, { order_number: second }], cursor: page.cursor });
  expect(await read('')).toEqual(await read());
  expect(await read(page.cursor)).toEqual({ orders: [], cursor: page.cursor, more: false });
  await shop.change((tx) => setOrderStatus(tx, first, ORDER_CONFIRMED));
  const changed = await read(page.cursor);
  expect(changed.orders.map(({ order_number, status }) => [order_number, status])).toEqual([[first, ORDER_CONFIRMED]]);
  expect(numbersOf(await read())).toEqual([second, first]);
  const one = await shop.succeed(programOrderCall, { token, params: { order_number: first.toLowerCase() } });
  expect(one.data).toEqual(changed.orders[0]);
  expect(await shop.fail(programOrderCall, { token, params: { order_number: 'HT-0' } })).toMatchObject({ httpStatus: 404 });
});

test('an order that awaits its payment is read once it is placed; one that was never placed is not', async () => {
  const asha = await shopper();
  const { number, payment } = await asha.order('prepaid');
  const { cursor, orders } = await read();
  expect(orders).toEqual([]);
  await shop.succeed(confirmPaymentCall, {
    token: asha.token,
    params: { id: payment?.id ?? '' },
    body: { outcome: 'paid' } as never,
  });
  expect(numbersOf(await read(cursor))).toEqual([number]);
  const abandoned = await asha.order('prepaid');
  await shop.succeed(confirmPaymentCall, {
    token: asha.token,
    params: { id: abandoned.payment?.id ?? '' },
    body: { outcome: 'abandoned' },
  });
  expect(numbersOf(await read())).toEqual([number]);
});

test('a shop of many orders is read in parts, each order in its place', async () => {
  const asha = await shopper();
  const { number } = await asha.order();
  const { id, ...row } = await shop.store.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  const count = 2 * ORDER_CHANGES_PER_CALL;
  await shop.change(async (tx) => {
    const copies = Array.from({ length: count }, (_, i) => ({ ...row, order_number: `HT-${i}`, checkout_id: row.checkout_id }));
    const checkout = await tx.selectFrom('checkout').selectAll().where('id', '=', row.checkout_id).executeTakeFirstOrThrow();
    for (const copy of copies) {
      const { id: _, ...values } = { ...checkout, idempotency_key: copy.order_number };
      const added = await tx
        .insertInto('checkout')
        .values(values as never)
        .returning('id')
        .executeTakeFirstOrThrow();
      const order = await tx
        .insertInto('orders')
        .values({ ...copy, checkout_id: added.id })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.insertInto('order_event').values({ order_id: order.id, status: ORDER_PLACED, at: row.placed_at }).execute();
    }
  });
  const numbers: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await read(cursor);
    numbers.push(...numbersOf(page));
    cursor = page.cursor;
    if (!page.more) break;
  }
  expect(numbers).toEqual([number, ...Array.from({ length: count }, (_, i) => `HT-${i}`)]);
  expect(id).toBeGreaterThan(0);
});

test('a cursor of another shop is refused', async () => {
  for (const cursor of ['999', '999999999999999'])
    expect(await shop.fail(programOrdersCall, { token, params: { cursor } })).toMatchObject({ httpStatus: 422 });
  for (const cursor of ['-1', 'x', '1e3', '9'.repeat(40)])
    expect(await shop.fail(programOrdersCall, { token, params: { cursor } })).toMatchObject({ httpStatus: 422 });
});

test.runIf(postgresUrl)('no order is skipped that is committed after a later one was read', async () => {
  const [asha, ravi] = [await shopper(), await shopper('9876543211')];
  await asha.order();
  const { id: _, ...event } = await shop.store.db.selectFrom('order_event').selectAll().executeTakeFirstOrThrow();
  const slow = await shop.store.db.startTransaction().execute();
  const held = await slow.insertInto('order_event').values(event).returning('id').executeTakeFirstOrThrow();
  const later = (await ravi.order()).number;
  const page = await read();
  expect(numbersOf(page)).toContain(later);
  await slow.commit().execute();
  const next = await read(page.cursor);
  expect(next.orders.map(({ order_id }) => order_id)).toEqual([event.order_id]);
  expect(held.id).toBeLessThan(
    (
      await shop.store.db
        .selectFrom('order_event')
        .select(({ fn }) => fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id,
  );
});

test('programs that read at once get the same order of changes', async () => {
  const asha = await shopper();
  for (let i = 0; i < 5; i++) await asha.order();
  const pages = await Promise.all(Array.from({ length: 4 }, () => read()));
  for (const page of pages) expect(numbersOf(page)).toHaveLength(5);
  expect(new Set(pages.map((page) => JSON.stringify(numbersOf(page)))).size).toBe(1);
  expect(await shop.store.db.selectFrom('order_feed').select('id').execute()).toHaveLength(5);
});

test('a status is set with its courier and its mail, and repeating it changes nothing', async () => {
  const { number } = await (await shopper()).order();
  const shipment = { courier: 'Delhivery', tracking_number: '149', url: 'https://track.example/149' };
  const before = await outbox();
  const body = { status: ORDER_DISPATCHED, shipment };
  expect(await setStatus(number.toLowerCase(), body)).toMatchObject({
    data: { order_number: number, status: ORDER_DISPATCHED, changed: true },
  });
  const sent = await outbox();
  expect(sent).toBeGreaterThan(before);
  const { cursor } = await read();
  expect(await setStatus(number, body)).toMatchObject({ data: { changed: false } });
  expect(await setStatus(number, { status: ORDER_DISPATCHED })).toMatchObject({ data: { changed: false } });
  expect([await outbox(), (await read(cursor)).orders]).toEqual([sent, []]);
  const corrected = { ...shipment, tracking_number: '150' };
  expect(await setStatus(number, { status: ORDER_DISPATCHED, shipment: corrected })).toMatchObject({ data: { changed: true } });
  const { data } = await shop.succeed(programOrderCall, { token, params: { order_number: number } });
  expect([data.shipment, await outbox()]).toEqual([corrected, sent]);
});

test('the rules of the command hold: a step back is refused, cancelling restores the stock once', async () => {
  const asha = await shopper();
  const { number } = await asha.order();
  await setStatus(number, { status: ORDER_DELIVERED });
  const refused = await setStatus(number, { status: ORDER_DISPATCHED });
  expect(refused).toMatchObject({ success: false, httpStatus: 409, message: expect.stringContaining('This status is final') });
  const other = (await asha.order()).number;
  expect(await stockOf(shop, lamp.variants['M'])).toMatchObject({ variant: 48 });
  const cancel = { status: ORDER_CANCELLED, reason: 'Damaged in the store room' };
  const [first, second] = await Promise.all([setStatus(other, cancel), setStatus(other, cancel)]);
  expect([first, second].map((reply) => (reply as { data: { changed: boolean } }).data.changed).sort()).toEqual([false, true]);
  expect(await stockOf(shop, lamp.variants['M'])).toMatchObject({ variant: 49 });
  expect(await setStatus('HT-0', cancel)).toMatchObject({ httpStatus: 404 });
  const third = (await asha.order()).number;
  expect(await setStatus(third, { status: ORDER_CONFIRMED, shipment: { courier: 'D', tracking_number: '1' } })).toMatchObject({
    httpStatus: 409,
  });
  expect(await setStatus(third, { status: 'lost' })).toMatchObject({ httpStatus: 422 });
});
