import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { erasePayees } from '#api/services/payments/refunds/hand-refunds.ts';
import { splitByUnit } from '#api/services/payments/refunds/refundable.ts';
import {
  adminRefundCall,
  adminRefundPayeeCall,
  adminRefundSentCall,
  adminRefundsCall,
  adminRefundTakeBackCall,
} from '#lib/contract/admin/refunds.ts';
import { DAY_MS, isoAgo } from '#lib/rules/durations.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { openRefundShop } from '#tests/support/providers/refund-shop.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { signUp } from '#tests/support/store/test-store.ts';

const { shop, owner, lampId, requests, buyPaid, ofOrder } = await openRefundShop();
let mugId: number;
let next = 9_494_000_000;

beforeAll(async () => {
  mugId = (await shop.add({ name: 'Mug', category: 'Home', price: 9_999, stock: 1000 })).id;
});
beforeEach(() => {
  requests.length = 0;
});
afterAll(() => shop.close());

/** An order of one lamp and three mugs, 799.97 in all. */
async function placeOrder(method: 'prepaid' | 'cod') {
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  await shopper.put(lampId, 1);
  await shopper.put(mugId, 3);
  if (method === 'prepaid') await buyPaid(shopper, '799.97');
  else await shopper.buy('799.97', { payment_method: method });
  const order = async () => (await shopper.orders())[0];
  const number = (await order())?.order_number ?? '';
  const { set, refund, show } = ofOrder(number);
  const deliver = async () => {
    await set('order has been dispatched from retailer');
    await set('order is delivered');
  };
  return { number, order, set, deliver, refund, show };
}

/** What the audit log says of an order. */
async function auditOf(number: string): Promise<string[]> {
  const events = shop.store.db.selectFrom('audit_event').select('action').where('subject', '=', `order:${number}`);
  return (await events.orderBy('id').execute()).map(({ action }) => action);
}

test('units of an item cost together what the item cost, whatever the discounts', () => {
  const items = [
    { id: 1, quantity: 3, price: 9_999 },
    { id: 2, quantity: 1, price: 50_000 },
  ];
  const amounts = splitByUnit(items, { discount_amount: 10_001, prepaid_discount: 333 });
  expect([...amounts.values()].flat().reduce((sum, one) => sum + one, 0)).toBe(79_997 - 10_001 - 333);
  expect(amounts.get(1)).toHaveLength(3);
});

describe('an order that was paid online', () => {
  test('is returned by item, and each unit once', async () => {
    const { show, refund } = await placeOrder('prepaid');
    const { items, left, returned } = await show();
    expect({ left, returned }).toEqual({ left: '799.97', returned: '0.00' });
    const [lamp, mug] = items;
    expect(mug?.left).toEqual(['99.99', '99.99', '99.99']);
    const units = { [String(mug?.id)]: 2 };
    expect(await refund({ kind: 'items', units })).toMatchObject({ data: { refunds: [{ amount: '199.98', state: 'done' }] } });
    expect(requests.map(({ amount }) => amount)).toEqual([19_998]);
    expect(await show()).toMatchObject({ left: '599.99', returned: '199.98' });
    expect(await refund({ kind: 'items', units })).toMatchObject({ httpStatus: 409, message: expect.stringContaining('Only 1') });
    expect(await refund({ kind: 'items', units: { [String(lamp?.id)]: 1, [String(mug?.id)]: 1 } })).toMatchObject({
      success: true,
    });
    expect(await show()).toMatchObject({ left: '0.00', returned: '799.97' });
    expect(await refund({ kind: 'amount', amount: '0.01', reason: 'more' })).toMatchObject({
      httpStatus: 409,
      message: expect.stringContaining('At most ₹0.00'),
    });
  });

  test('is returned once by a form that is sent ten times at once', async () => {
    const { show, refund, number } = await placeOrder('prepaid');
    const form_id = crypto.randomUUID();
    const wish = { form_id, kind: 'amount', amount: '100.00', reason: 'A scratch' } as const;
    const all = await Promise.all(Array.from({ length: 10 }, () => refund(wish)));
    expect(new Set(all.flatMap((reply) => (reply.success ? reply.data.refunds.map(({ id }) => id) : 'refused'))).size).toBe(1);
    expect(await show()).toMatchObject({ returned: '100.00' });
    expect(await auditOf(number)).toEqual(['refund']);
  });

  test('is returned once by two members of staff who saw the same page', async () => {
    const { show, refund } = await placeOrder('prepaid');
    const wish = { kind: 'amount', amount: '100.00', reason: 'A scratch', seen: '0.00' } as const;
    const replies = await Promise.all([refund(wish), refund(wish)]);
    expect(replies.filter(({ success }) => success)).toHaveLength(1);
    expect(await show()).toMatchObject({ returned: '100.00' });
  });

  test('is returned by hand, and the provider returns no more than the rest', async () => {
    const { show, refund, set, number } = await placeOrder('prepaid');
    const by_hand = { to: { upi: 'asha.rao@okaxis' } };
    expect(await refund({ kind: 'amount', amount: '300.00', reason: 'Late', by_hand })).toMatchObject({ success: true });
    expect(await show()).toMatchObject({ left: '499.97', refunds: [{ by: 'hand', state: 'due', to: 'as••••@okaxis' }] });
    const id = (await show()).refunds[0]?.id ?? '';
    await shop.succeed(adminRefundSentCall, { token: owner, params: { id }, body: { reference: 'UTR1' } });
    await set('order is cancelled');
    expect(await show()).toMatchObject({ due: '499.97' });
    await refund({ kind: 'due' });
    expect(requests.map(({ amount }) => amount)).toEqual([49_997]);
    expect(number).toMatch(/^HT/);
  });
});

describe('an order that was paid on delivery', () => {
  test('has nothing to return until it is delivered', async () => {
    const { refund, deliver } = await placeOrder('cod');
    const wish = { kind: 'amount', amount: '10.00', reason: 'Late' } as const;
    expect(await refund({ ...wish, by_hand: {} })).toMatchObject({ httpStatus: 409 });
    await deliver();
    expect(await refund(wish)).toMatchObject({ httpStatus: 409, message: expect.stringContaining('by hand') });
    expect(await refund({ ...wish, by_hand: {} })).toMatchObject({ success: true });
  });

  test('is returned to an account that lists mask, the log never names, and retention erases', async () => {
    const { refund, deliver, show, number } = await placeOrder('cod');
    await deliver();
    const to = { account: '1234 5678 9012', ifsc: 'sbin0001234', name: 'Asha Rao' };
    const [mug] = (await show()).items.slice(-1);
    const wish = { kind: 'items', units: { [String(mug?.id)]: 1 } } as const;
    expect(await refund({ ...wish, by_hand: { to: { ...to, ifsc: 'X' } } })).toMatchObject({ httpStatus: 422 });
    expect(await refund({ ...wish, by_hand: { to } })).toMatchObject({
      data: { refunds: [{ state: 'due', to: '••••9012, SBIN0001234' }] },
    });
    const { data } = await shop.succeed(adminRefundsCall, { token: owner, params: { list: 'due' } });
    const id = data.refunds.find(({ order_number }) => order_number === number)?.id ?? '';
    expect(JSON.stringify(data)).not.toContain('123456789012');
    expect((await shop.succeed(adminRefundPayeeCall, { token: owner, params: { id } })).data).toEqual({
      account: '123456789012',
      ifsc: 'SBIN0001234',
      name: 'Asha Rao',
    });
    for (let i = 0; i < 2; i++)
      await shop.succeed(adminRefundSentCall, { token: owner, params: { id }, body: { reference: 'UTR 42' } });
    expect(await show()).toMatchObject({ returned: '99.99', refunds: [{ state: 'done', reference: 'UTR 42' }] });
    const { db } = shop.store;
    const mails = await db
      .selectFrom('outbox')
      .select('id')
      .where('subject', 'like', `Refund for your order ${number}%`)
      .execute();
    expect(mails).toHaveLength(1);
    const events = await db
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('subject', '=', `order:${number}`)
      .execute();
    expect(events.map(({ action }) => action)).toEqual(['refund', 'refund sent']);
    expect(JSON.stringify(events)).not.toMatch(/Asha|SBIN|9012/);
    const old = isoAgo(31 * DAY_MS);
    await shop.change((tx) => tx.updateTable('hand_refund').set({ done_at: old }).where('id', '=', id).execute());
    await shop.change(erasePayees);
    expect(await shop.fail(adminRefundPayeeCall, { token: owner, params: { id } })).toMatchObject({ httpStatus: 404 });
  });

  test('has one refund and one line in the log by a form that is sent twice', async () => {
    const { refund, deliver, show, number } = await placeOrder('cod');
    await deliver();
    const form_id = crypto.randomUUID();
    for (let i = 0; i < 2; i++) await refund({ form_id, kind: 'amount', amount: '10.00', reason: 'Late', by_hand: {} });
    expect((await show()).refunds).toHaveLength(1);
    expect(await auditOf(number)).toEqual(['refund']);
  });

  test('gets a refund taken back that was not sent', async () => {
    const { refund, deliver, show } = await placeOrder('cod');
    await deliver();
    await refund({ kind: 'amount', amount: '700.00', reason: 'Late', by_hand: {} });
    expect(await refund({ kind: 'amount', amount: '100.00', reason: 'Late', by_hand: {} })).toMatchObject({ httpStatus: 409 });
    const id = (await show()).refunds[0]?.id ?? '';
    await shop.succeed(adminRefundTakeBackCall, { token: owner, params: { id } });
    expect(await show()).toMatchObject({ left: '799.97', refunds: [] });
  });
});

test.each(['due', 'done'] as const)('all refunds that are %s are listed once, also those of one moment', async (list) => {
  const { number, order, deliver, refund } = await placeOrder('cod');
  await deliver();
  await refund({ kind: 'amount', amount: '1.00', reason: 'Late', by_hand: list === 'done' ? { reference: 'UTR' } : {} });
  const order_id = (await order())?.order_id ?? 0;
  const [first] = await shop.store.db.selectFrom('hand_refund').selectAll().where('order_id', '=', order_id).execute();
  if (!first) throw new Error('There is no refund');
  const copies = Array.from({ length: 120 }, (_, i) => ({ ...first, id: `${first.id}${i}`, form_id: null }));
  await shop.change((tx) => tx.insertInto('hand_refund').values(copies).execute());
  const listed: string[] = [];
  for (let before: string | undefined; ; ) {
    const { data } = await shop.succeed(adminRefundsCall, { token: owner, params: { list, ...(before && { before }) } });
    listed.push(...data.refunds.flatMap(({ id, order_number }) => (order_number === number ? id : [])));
    before = data.next;
    if (!before) break;
  }
  expect(listed.toSorted()).toEqual([first, ...copies].map(({ id }) => id).toSorted());
});

test('refunds need an owner who has signed in a short time ago', async () => {
  const { number } = await placeOrder('prepaid');
  const params = { order_number: number };
  const body = { form_id: crypto.randomUUID(), kind: 'amount', amount: '1.00', reason: 'Late' } as const;
  const packer = await staffToken(shop, 'packer');
  expect(await shop.fail(adminRefundsCall, { token: packer })).toMatchObject({ httpStatus: 403, code: 'staff_role' });
  const token = await staffToken(shop, 'owner');
  await shop.change((tx) =>
    tx
      .updateTable('staff_session')
      .set({ signed_in_at: isoAgo(DAY_MS) })
      .execute(),
  );
  expect(await shop.fail(adminRefundCall, { token, params, body })).toMatchObject({ code: 'sign_in_again' });
});
