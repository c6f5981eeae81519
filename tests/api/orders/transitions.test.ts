import { afterAll, beforeAll, expect, test } from 'vitest';
import { setOrderShipment, setOrderStatus } from '#api/services/orders/change-status.ts';
import { type OrderStatus, orderStatuses } from '#lib/contract/order-status.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { customerOf, stockOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const dispatched = 'order has been dispatched from retailer';
const returned = 'order is returned to origin';

/** For each status, the others it may become, in the order of the statuses: ✓ or –. */
const table: Record<OrderStatus, string> = {
  //                          pay pla con dis pro rea out del ret can
  'payment is pending': '       –   –   –   –   –   –   –   –   –   ✓ ',
  'order has been placed': '    –   –   ✓   ✓   ✓   ✓   ✓   ✓   –   ✓ ',
  'order is confirmed': '       –   –   –   ✓   ✓   ✓   ✓   ✓   –   ✓ ',
  [dispatched]: '               –   –   –   –   –   ✓   ✓   ✓   ✓   ✓ ',
  'order is processed by wholesaler': '–   –   –   –   –   ✓   ✓   ✓   ✓   ✓ ',
  'order is ready for pickup': '–   –   –   –   –   –   ✓   ✓   ✓   ✓ ',
  'order is out for delivery': '–   –   –   –   –   –   –   ✓   ✓   ✓ ',
  'order is delivered': '       –   –   –   –   –   –   –   –   –   – ',
  [returned]: '                 –   –   –   –   –   –   –   –   –   – ',
  'order is cancelled': '       –   –   –   –   –   –   –   –   –   – ',
};

const pairs = orderStatuses.flatMap((from) => {
  const marks = table[from].trim().split(/\s+/);
  return orderStatuses.map((to, i) => ({ from, to, allowed: marks[i] === '✓' }));
});

let shop: TestShop;
let shopper: ReturnType<typeof customerOf>;
let lamp: AddedProduct;

beforeAll(async () => {
  shop = await openShop();
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 500 });
  shopper = customerOf(shop, await signUp(shop, '9440000999'));
});
afterAll(() => shop.close());

/** Orders a lamp and puts the order into a status; a paid order when `prepaid`. */
async function orderIn(status: OrderStatus, method: 'cod' | 'prepaid' = 'cod') {
  await shopper.put(lamp.id, 1);
  const prepaid = status === 'payment is pending' || method === 'prepaid';
  const { order_id } = await shopper.buy('500.00', prepaid ? { payment_method: 'prepaid' } : {});
  const id = order_id[0] ?? 0;
  await shop.change((tx) =>
    tx
      .updateTable('orders')
      .set({ status, ...(method === 'prepaid' && { payment_status: 'paid' }) })
      .where('id', '=', id)
      .execute(),
  );
  return { id, number: (await read(id)).order_number };
}

const read = (id: number) => shop.store.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test.each(pairs)('$from → $to: $allowed', async ({ from, to, allowed }) => {
  const { id, number } = await orderIn(from);
  const move = shop.change((tx) => setOrderStatus(tx, number, to));
  if (allowed) {
    await move;
    expect((await read(id)).status).toBe(to);
    return;
  }
  const next = pairs.flatMap((pair) => (pair.from === from && pair.allowed ? [pair.to] : []));
  const choices = next.length > 0 ? `It can become: ${next.join(', ')}.` : 'This status is final.';
  await expect(move).rejects.toThrow(`"${from}" cannot become "${to}". ${choices}`);
  expect((await read(id)).status).toBe(from);
});

test('a parcel that came back returns its stock once; cash on delivery is not collected', async () => {
  const { id, number } = await orderIn(dispatched);
  const before = await stockOf(shop, lamp.variants['']);
  await shop.change((tx) => setOrderStatus(tx, number, returned, 'Nobody at home'));
  expect((await stockOf(shop, lamp.variants[''])).variant).toBe(before.variant + 1);
  await expect(shop.change((tx) => setOrderStatus(tx, number, returned))).rejects.toThrow('This status is final.');
  expect((await stockOf(shop, lamp.variants[''])).variant).toBe(before.variant + 1);
  expect(await read(id)).toMatchObject({ status: returned, payment_status: 'failed' });
  const order = (await shopper.orders()).find(({ order_id }) => order_id === id);
  expect(order?.timeline.at(-1)).toMatchObject({ status: returned, reason: 'Nobody at home' });
  const body = { order_id: id, reject_reason_select: 'Changed My Mind' } as const;
  expect(await shop.fail(cancelOrderCall, { token: shopper.token, body })).toMatchObject({ httpStatus: 409 });
});

test('a paid parcel that came back makes its refund due', async () => {
  const { id, number } = await orderIn(dispatched, 'prepaid');
  await shop.change((tx) => setOrderStatus(tx, number, returned));
  const refund = await shop.store.db.selectFrom('refund').selectAll().where('order_id', '=', id).executeTakeFirst();
  expect(refund).toMatchObject({ amount: 50_000, done_at: null });
  expect(await read(id)).toMatchObject({ payment_status: 'paid' });
});

test('an order has a courier from dispatch on, which can be corrected', async () => {
  const { id, number } = await orderIn('order is confirmed');
  const parcel = { courier: 'Delhivery', tracking_number: '1490812345678', url: 'https://track.example/1490812345678' };
  const shipmentOf = async () => (await shopper.orders()).find(({ order_id }) => order_id === id)?.shipment;
  await expect(shop.change((tx) => setOrderShipment(tx, number, parcel))).rejects.toThrow(
    'An order has no courier while "order is confirmed"',
  );
  expect(await shop.change((tx) => setOrderStatus(tx, number, dispatched, undefined, parcel))).toBe(true);
  expect(await shipmentOf()).toEqual(parcel);
  await shop.change((tx) => setOrderShipment(tx, number, { courier: 'India Post', tracking_number: 'EK1' }));
  expect(await shipmentOf()).toEqual({ courier: 'India Post', tracking_number: 'EK1' });
  expect(await shop.change((tx) => setOrderShipment(tx, 'HT-NONE', parcel))).toBe(false);
});
