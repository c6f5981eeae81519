import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventTypes } from '#api/services/events/event-types.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { findAction } from '#api/services/orders/staged/action-results.ts';
import { settleStaged, stageChanges, undoStaged } from '#api/services/orders/staged/stage.ts';
import type { StagedChange } from '#api/services/orders/staged/staged-change.ts';
import type { Staff } from '#api/services/staff/staff-sessions.ts';
import { addWebhook } from '#api/services/webhooks/webhooks.ts';
import { applyDueChanges } from '#api/workers/staged-changes.ts';
import { DELIVERED_CORRECTION_DAYS, STAFF_UNDO_MINUTES } from '#lib/contract/lifetimes.ts';
import {
  ORDER_CANCELLED,
  ORDER_CONFIRMED,
  ORDER_DELIVERED,
  ORDER_DISPATCHED,
  ORDER_PLACED,
  type OrderStatus,
} from '#lib/contract/order-status.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { DAY_MS, MINUTE_MS } from '#lib/rules/durations.ts';
import { addStaff, placeOrder } from '#tests/support/admin/placed-orders.ts';
import { stockOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let lamp: AddedProduct;
let owner: Staff;
let mobile: number;

beforeEach(async () => {
  shop = await openShop({ runsBackgroundWork: false });
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 500 });
  owner = await addStaff(shop, 'owner');
  await shop.change((tx) => addWebhook(tx, { url: 'https://erp.example/orders', events: eventTypes }));
  mobile = 9_440_000_000;
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

const order = (method: 'cod' | 'prepaid' = 'cod') =>
  placeOrder(shop, lamp, { mobile: String(++mobile), total: '500.00', method });
const stage = (numbers: string[], change: StagedChange, formId?: string) =>
  shop.change((tx) => stageChanges(tx, owner, numbers, change, formId));
const undo = (id: number) => shop.change((tx) => undoStaged(tx, owner, id));
const set = (number: string, status: OrderStatus) => shop.change((tx) => setOrderStatus(tx, number, status));
const read = (id: number) => shop.store.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const pass = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
/** Passes the time of Undo and applies what is due. */
async function applyDue(): Promise<void> {
  pass(STAFF_UNDO_MINUTES * MINUTE_MS + 1000);
  await applyDueChanges(shop.store.db);
}

/** All that a change of an order leaves behind: what is sent, numbered, returned, counted and shown to customers. */
async function readTraces() {
  const { db } = shop.store;
  return {
    orders: await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    timeline: await db.selectFrom('order_event').selectAll().orderBy('id').execute(),
    outbox: await db.selectFrom('outbox').select(['id', 'kind']).orderBy('id').execute(),
    webhooks: await db.selectFrom('webhook_delivery').select('id').orderBy('id').execute(),
    refunds: await db.selectFrom('refund').selectAll().execute(),
    invoices: await db.selectFrom('invoice').select(['order_id', 'number']).execute(),
    series: await db.selectFrom('invoice_series').selectAll().execute(),
    notes: await db.selectFrom('credit_note').select(['order_id', 'number']).execute(),
    stock: await db.selectFrom('variant').select(['id', 'stock']).execute(),
    revision: await db.selectFrom('catalogue_revision').selectAll().execute(),
  };
}

const changes: [string, 'placed' | 'confirmed' | 'dispatched' | 'delivered', StagedChange][] = [
  ['confirmed', 'placed', { kind: 'confirm' }],
  ['packed', 'confirmed', { kind: 'pack' }],
  ['shipped', 'confirmed', { kind: 'dispatch', shipment: { courier: 'Delhivery', tracking_number: '149' } }],
  ['out for delivery', 'dispatched', { kind: 'out_for_delivery' }],
  ['delivered', 'dispatched', { kind: 'deliver' }],
  ['returned', 'dispatched', { kind: 'return', restock: true }],
  ['cancelled', 'confirmed', { kind: 'cancel' }],
  ['corrected', 'delivered', { kind: 'correct', to: 'returned', restock: true }],
];
const steps: Record<'placed' | 'confirmed' | 'dispatched' | 'delivered', OrderStatus[]> = {
  placed: [],
  confirmed: [ORDER_CONFIRMED],
  dispatched: [ORDER_CONFIRMED, ORDER_DISPATCHED],
  delivered: [ORDER_DISPATCHED, ORDER_DELIVERED],
};

/** An order in one of the states from which staff change it. */
async function orderIn(state: keyof typeof steps, method?: 'cod' | 'prepaid') {
  const placed = await order(method);
  for (const status of steps[state]) await set(placed.number, status);
  return placed;
}

test.for(changes)('an order that is %s leaves no trace until its time, and none after Undo', async ([, from, change]) => {
  const placed = await orderIn(from, 'prepaid');
  const before = await readTraces();
  const action = await stage([placed.number], change);
  expect(action.results).toEqual([{ order: placed.number, ok: true }]);
  await applyDueChanges(shop.store.db);
  expect(await readTraces()).toEqual(before);
  expect((await undo(action.id))?.results).toEqual([{ order: placed.number, ok: true, undone: true }]);
  await applyDue();
  expect(await readTraces()).toEqual(before);
});

test.for(changes)('an order that is %s is so when the time of Undo is over, once', async ([, from, change]) => {
  const placed = await orderIn(from, 'prepaid');
  const before = await readTraces();
  const action = await stage([placed.number], change);
  pass(STAFF_UNDO_MINUTES * MINUTE_MS + 1000);
  await Promise.all([applyDueChanges(shop.store.db), applyDueChanges(shop.store.db)]);
  const after = await readTraces();
  expect(after.orders).not.toEqual(before.orders);
  expect(after.timeline.length - before.timeline.length).toBe(change.kind === 'pack' ? 0 : 1);
  await applyDueChanges(shop.store.db);
  expect(await readTraces()).toEqual(after);
  expect((await undo(action.id))?.results).toEqual([
    { order: placed.number, ok: true, undone: false, reason: 'It is too late to undo this.' },
  ]);
  expect(await readTraces()).toEqual(after);
});

test('a packed order has the time, the name and its invoice, and stays confirmed', async () => {
  const placed = await orderIn('confirmed');
  const { made_at } = await stage([placed.number], { kind: 'pack' });
  await applyDue();
  expect(await read(placed.id)).toMatchObject({ status: ORDER_CONFIRMED, packed_at: made_at, packed_by: owner.staffId });
  const { invoices } = await readTraces();
  expect(invoices).toHaveLength(1);
  expect((await stage([placed.number], { kind: 'pack' })).results).toMatchObject([
    { ok: false, reason: 'It is packed already.' },
  ]);
  await stage([placed.number], { kind: 'dispatch' });
  await applyDue();
  expect((await readTraces()).invoices).toEqual(invoices);
});

test.for([
  ['placed', { kind: 'pack' }, 'Confirm it first.'],
  ['placed', { kind: 'dispatch' }, 'Confirm it first.'],
  ['placed', { kind: 'deliver' }, 'Confirm it first.'],
  ['placed', { kind: 'return', restock: true }, 'It has not been shipped. Cancel it instead.'],
  ['confirmed', { kind: 'confirm' }, 'It is confirmed already.'],
  ['confirmed', { kind: 'deliver' }, 'Ship it first.'],
  ['dispatched', { kind: 'pack' }, 'It has been shipped already.'],
  ['dispatched', { kind: 'correct', to: 'dispatched' }, 'It has not been delivered.'],
  ['delivered', { kind: 'cancel' }, 'It has been delivered already.'],
] as const)('an order that is %s refuses a change that comes too early or too late: %o', async ([from, change, reason]) => {
  const placed = await orderIn(from);
  expect((await stage([placed.number], change)).results).toEqual([{ order: placed.number, ok: false, reason }]);
  expect(await shop.store.db.selectFrom('staged_change').selectAll().execute()).toEqual([]);
});

test('an action has one result for each order, and the others are changed all the same', async () => {
  const [one, two] = [await order(), await orderIn('delivered')];
  const action = await stage([one.number, 'HT-NONE', two.number, one.number.toLowerCase()], { kind: 'confirm' });
  expect(action.results).toEqual([
    { order: one.number, ok: true },
    { order: 'HT-NONE', ok: false, reason: 'There is no such order.' },
    { order: two.number, ok: false, reason: 'It has been delivered already.' },
  ]);
  await applyDue();
  expect(await read(one.id)).toMatchObject({ status: ORDER_CONFIRMED });
});

test('a form that is sent twice does its work once', async () => {
  const placed = await order();
  const formId = crypto.randomUUID();
  const first = await stage([placed.number], { kind: 'confirm' }, formId);
  expect(await stage([placed.number], { kind: 'confirm' }, formId)).toEqual(first);
  const twice = crypto.randomUUID();
  const both = await Promise.all([1, 2].map(() => stage([placed.number], { kind: 'pack' }, twice)));
  expect(both[1]).toEqual(both[0]);
});

test('the next change applies the first, which can then not be undone', async () => {
  const placed = await order();
  const first = await stage([placed.number], { kind: 'confirm' });
  await stage([placed.number], { kind: 'pack' });
  expect(await read(placed.id)).toMatchObject({ status: ORDER_CONFIRMED, packed_at: null });
  expect((await undo(first.id))?.results).toMatchObject([{ undone: false }]);
  await shop.change((tx) => settleStaged(tx, [placed.id]));
  expect(await read(placed.id)).toMatchObject({ packed_by: owner.staffId });
});

test('a second press of the same does not end the Undo of the first', async () => {
  const placed = await order();
  const first = await stage([placed.number], { kind: 'confirm' });
  expect((await stage([placed.number], { kind: 'confirm' })).results).toMatchObject([{ reason: 'It is confirmed already.' }]);
  expect((await undo(first.id))?.results).toEqual([{ order: placed.number, ok: true, undone: true }]);
  expect(await read(placed.id)).toMatchObject({ status: ORDER_PLACED });
});

test('a command applies what is staged before its own change', async () => {
  const placed = await order();
  await stage([placed.number], { kind: 'confirm' });
  await set(placed.number, ORDER_DISPATCHED);
  const statuses = (await readTraces()).timeline.map(({ status }) => status);
  expect(statuses).toEqual([ORDER_PLACED, ORDER_CONFIRMED, ORDER_DISPATCHED]);
  expect(await shop.store.db.selectFrom('staged_change').selectAll().execute()).toEqual([]);
});

test('a customer cancels an order that staff have just marked: it is cancelled, and the action says so', async () => {
  const placed = await orderIn('confirmed', 'prepaid');
  const action = await stage([placed.number], { kind: 'dispatch' });
  const body = { order_id: placed.id, reject_reason_select: 'Changed My Mind' } as const;
  await shop.succeed(cancelOrderCall, { token: placed.shopper.token, body });
  await applyDue();
  expect(await read(placed.id)).toMatchObject({ status: ORDER_CANCELLED });
  expect((await findAction(shop.store.db, action.id))?.results).toEqual([
    { order: placed.number, ok: false, reason: 'The customer has cancelled it.' },
  ]);
  expect((await readTraces()).refunds).toMatchObject([{ order_id: placed.id, amount: 50_000 }]);
  expect(await stockOf(shop, lamp.variants[''])).toMatchObject({ variant: 500 });
});

test('a customer cancels a packed order, whose invoice gets its credit note', async () => {
  const placed = await orderIn('confirmed');
  await stage([placed.number], { kind: 'pack' });
  await applyDue();
  const body = { order_id: placed.id, reject_reason_select: 'Changed My Mind' } as const;
  await shop.succeed(cancelOrderCall, { token: placed.shopper.token, body });
  expect((await readTraces()).notes).toMatchObject([{ order_id: placed.id }]);
});

test('a change that its order no longer allows is dropped, and the action says so', async () => {
  const placed = await orderIn('confirmed');
  const action = await stage([placed.number], { kind: 'pack' });
  await shop.change((tx) => tx.updateTable('orders').set({ status: ORDER_CANCELLED }).where('id', '=', placed.id).execute());
  await applyDue();
  expect((await findAction(shop.store.db, action.id))?.results).toEqual([
    { order: placed.number, ok: false, reason: 'It has been cancelled.' },
  ]);
  expect((await readTraces()).invoices).toEqual([]);
});

test('a wrong delivery is corrected: cash on delivery is not collected again, and the parcel arrives later', async () => {
  const placed = await orderIn('delivered');
  expect(await read(placed.id)).toMatchObject({ payment_status: 'paid' });
  const before = await readTraces();
  await stage([placed.number], { kind: 'correct', to: 'out_for_delivery' });
  await applyDue();
  expect(await read(placed.id)).toMatchObject({ status: 'order is out for delivery', payment_status: 'pending' });
  expect((await readTraces()).outbox).toEqual(before.outbox);
  await stage([placed.number], { kind: 'deliver' });
  await applyDue();
  expect(await read(placed.id)).toMatchObject({ status: ORDER_DELIVERED, payment_status: 'paid' });
});

test('a wrong delivery is corrected to returned, with or without its stock', async () => {
  const [sold, broken] = [await orderIn('delivered'), await orderIn('delivered', 'prepaid')];
  await stage([sold.number], { kind: 'correct', to: 'returned', restock: true });
  await stage([broken.number], { kind: 'correct', to: 'returned', restock: false });
  await applyDue();
  expect(await read(sold.id)).toMatchObject({ status: 'order is returned to origin', payment_status: 'failed' });
  expect(await stockOf(shop, lamp.variants[''])).toMatchObject({ variant: 499 });
  const { notes, refunds } = await readTraces();
  expect(notes.map(({ order_id }) => order_id)).toEqual([sold.id, broken.id]);
  expect(refunds).toMatchObject([{ order_id: broken.id }]);
});

test('a delivery can be corrected for some days', async () => {
  const placed = await orderIn('delivered');
  pass(DELIVERED_CORRECTION_DAYS * DAY_MS + 1000);
  expect((await stage([placed.number], { kind: 'correct', to: 'dispatched' })).results).toMatchObject([
    { ok: false, reason: 'It was delivered more than 7 days ago.' },
  ]);
});

test('the audit log names who changed an order from what to what, and who undid it', async () => {
  const placed = await order();
  const { id } = await stage([placed.number], { kind: 'confirm' });
  await undo(id);
  const events = await shop.store.db.selectFrom('audit_event').selectAll().where('action', 'like', 'order %').execute();
  expect(events.map(({ actor, action, subject, detail }) => [actor, action, subject, JSON.parse(detail)])).toEqual([
    [`staff:${owner.staffId}`, 'order confirm', `order:${placed.number}`, { before: ORDER_PLACED, after: ORDER_CONFIRMED }],
    [`staff:${owner.staffId}`, 'order confirm undone', `order:${placed.number}`, {}],
  ]);
});
