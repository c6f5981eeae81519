import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { findOrCreateCustomer } from '#api/services/accounts/customers.ts';
import { setCartLine } from '#api/services/cart/cart.ts';
import { placeCheckout } from '#api/services/checkout/checkout.ts';
import { saveContactMessage } from '#api/services/messages/contact-messages.ts';
import { listOrders } from '#api/services/orders/read-orders.ts';
import { settlePayment } from '#api/services/payments/settle-payment.ts';
import { emptyShop, store } from '#tests/support/cli/run-command.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { addProduct } from '#tests/support/store/products.ts';

/** Orders one of three lamps at 500 rupees; returns the order number. */
async function order(db: Db, method: 'cod' | 'prepaid' = 'cod'): Promise<string> {
  await write(db, async (tx) => {
    const lamp = await tx.selectFrom('product').select('id').executeTakeFirst();
    const id = lamp?.id ?? (await addProduct(tx, { name: 'Lamp', category: 'Home', price: 50_000, stock: 3 })).id;
    const { id: customerId } = await findOrCreateCustomer(tx, '9876543210');
    await setCartLine(tx, customerId, { product_id: id, quantity: 1 });
    const customer = { firstname: 'Asha', lastname: 'Rao', email: '', phone_number: '9876543210', alt_phone_number: '' };
    const openedAt = new Date().toISOString();
    const verified = { phone_verified_at: openedAt, email_verified_at: null };
    const shopper = { customerId, token: '', openedAt, customer, hasDetails: true, verified };
    const origin = { provenBy: 'phone_verified_at', ipAddress: 'unknown' } as const;
    const body = { address, payment_method: method, expected_total: '500.00' };
    const { data } = await placeCheckout(tx, { shopper, key: randomUUID(), body, provider: 'test', origin });
    if (data.payment) await settlePayment(tx, data.payment.id, 'payment-1');
  });
  return (await listOrders(db, { limit: 1 }))[0]?.order_number ?? '';
}

test('control characters in customer data are harmless in a list of orders', async () => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db);
  const typed = {
    ...address,
    firstname: '\u001b[31mEvil',
    lastname: 'Two',
    city: 'Pune\nHT-FAKE  paid',
    address: '1\u0007\u001b]0;x Road',
  };
  await db
    .updateTable('orders')
    .set({ address: JSON.stringify(typed) })
    .execute();
  const list = (await store(dataDir, 'orders')).out;
  expect(list.split('\n').filter((line) => line.includes('HT-'))).toHaveLength(1);
  for (const text of [list, (await store(dataDir, 'order', number)).out]) {
    expect(text).toContain('Evil');
    expect(text).not.toContain('\u0007');
    expect(text).not.toContain('\u001b]');
  }
});

test('an order can be moved to its next status, and cancelled with its stock returned', async () => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db);
  expect((await store(dataDir, 'order', number)).out).toContain('order has been placed; cod, pending; total 500.00');
  const confirmed = await store(dataDir, 'order', number.toLowerCase(), '--status', 'order is confirmed', '--json');
  expect(JSON.parse(confirmed.out)).toMatchObject({
    order_number: number,
    status: 'order is confirmed',
    timeline: [{ status: 'order has been placed' }, { status: 'order is confirmed' }],
  });
  const back = await store(dataDir, 'order', number, '--status', 'placed');
  expect(back.code).toBe(1);
  expect(back.err).toContain('"order is confirmed" cannot become "order has been placed"');
  const cancelled = await store(dataDir, 'order', number, '--status', 'cancelled', '--reason', 'Damaged');
  expect(cancelled.out).toMatch(/order is cancelled +Damaged/);
  expect((await db.selectFrom('variant').select('stock').executeTakeFirstOrThrow()).stock).toBe(3);
});

test('units of an item are cancelled, and notes are added, by options of the command', async () => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db);
  const all = await store(dataDir, 'order', number, '--cancel-part', '1', '--reason', 'Torn');
  expect(all).toMatchObject({ code: 1, err: 'Error: Nothing would be left of the order. Cancel the order instead.\n' });
  expect(await store(dataDir, 'order', number, '--cancel-part', '2')).toMatchObject({
    code: 1,
    err: 'Error: The order has items 1 to 1: name one by its place, such as --cancel-part 1\n',
  });
  expect(await store(dataDir, 'order', number, '--units', '2')).toMatchObject({ code: 2 });
  expect(await store(dataDir, 'order', number, '--note', 'Call before noon')).toMatchObject({ code: 0 });
  const [note] = await db.selectFrom('order_note').selectAll().execute();
  expect(note).toMatchObject({ kind: 'note', text: 'Call before noon', staff_id: null });
});

test('what a call came to is recorded by an option, and whom to call is a filter', async () => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db);
  const listed = async () => {
    const { out } = await store(dataDir, 'orders', '--payment', 'cod-unconfirmed', '--json');
    return (JSON.parse(out) as { order_number: string }[]).map(({ order_number }) => order_number);
  };
  const called = await store(dataDir, 'order', number, '--call', 'unreached', '--json');
  expect(JSON.parse(called.out)).toMatchObject({ order_number: number, call: { result: 'unreached' } });
  expect(await listed()).toEqual([number]);
  expect((await store(dataDir, 'order', number, '--call', 'confirmed')).out).toContain('Call: Confirmed by phone, ');
  expect(await listed()).toEqual([]);
  expect(await store(dataDir, 'order', number, '--call', 'maybe')).toMatchObject({ code: 2 });
  await store(dataDir, 'order', number, '--status', 'cancelled');
  expect(await store(dataDir, 'order', number, '--call', 'confirmed')).toMatchObject({
    code: 1,
    err: 'Error: The order has been shipped or has ended: the call comes too late.\n',
  });
});

test('invalid input is refused with the allowed values', async () => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db);
  expect(await store(dataDir, 'order', 'HT-NONE', '--status', 'confirmed')).toMatchObject({
    code: 1,
    err: 'Error: There is no order "HT-NONE"\n',
  });
  const vague = await store(dataDir, 'order', number, '--status', 'order');
  expect(vague.code).toBe(2);
  expect(vague.err).toContain('"order" is not an order status. Statuses are: payment is pending, order has been placed,');
  expect(await store(dataDir, 'order', number, '--reason', 'Because')).toMatchObject({ code: 2 });
  expect(await store(dataDir, 'order', number, '--refunded')).toMatchObject({
    code: 1,
    err: `Error: There is no refund due for ${number}\n`,
  });
});

test('a dispatched order has its courier and an invoice to print', async () => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db);
  const file = join(dataDir, 'invoice.html');
  expect(await store(dataDir, 'order', number, '--invoice', file)).toMatchObject({
    code: 1,
    err: `Error: ${number} has no invoice yet: it gets one when it is dispatched\n`,
  });
  const parcel = ['--courier', 'Delhivery', '--tracking', '1490812345678', '--url', 'https://track.example/1'];
  expect(await store(dataDir, 'order', number, ...parcel)).toMatchObject({
    code: 1,
    err: expect.stringContaining('An order has no courier while "order has been placed"'),
  });
  const sent = await store(dataDir, 'order', number, '--status', 'dispatched', ...parcel, '--invoice', file);
  expect(sent.err).toBe('');
  expect(sent.out).toContain('Sent by Delhivery, tracking number 1490812345678, https://track.example/1\nInvoice ');
  expect(readFileSync(file, 'utf8')).toContain('<h1>Bill of supply</h1>');
  expect(statSync(file).mode & 0o077).toBe(0);
  const corrected = await store(dataDir, 'order', number, '--courier', 'India Post', '--tracking', 'EK1', '--json');
  expect(JSON.parse(corrected.out)).toMatchObject({ shipment: { courier: 'India Post', tracking_number: 'EK1' } });
  const note = join(dataDir, 'note.html');
  expect((await store(dataDir, 'order', number, '--credit-note', note)).err).toContain(
    'has no credit note: it gets one when it is cancelled or returned after its invoice',
  );
  const returned = await store(dataDir, 'order', number, '--status', 'returned', '--credit-note', note);
  expect(returned.out).toContain('Credit note C');
  expect(readFileSync(note, 'utf8')).toContain('<h1>Credit note</h1>');
});

test.each([
  [['--courier', 'Delhivery'], '--courier and --tracking go together'],
  [['--tracking', '1'], '--courier and --tracking go together'],
  [['--courier', 'A', '--tracking', '1', '--url', 'javascript:alert(1)'], '--url must begin with https://'],
])('%j is refused', async (args, reason) => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db);
  const refused = await store(dataDir, 'order', number, '--status', 'dispatched', ...args);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(reason) });
  expect((await listOrders(db, { limit: 1 }))[0]?.status).toBe('order has been placed');
});

test('a refund that has been made is told to the customer once', async () => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db, 'prepaid');
  await store(dataDir, 'order', number, '--status', 'dispatched');
  await store(dataDir, 'order', number, '--status', 'returned', '--reason', 'Address not found');
  await store(dataDir, 'order', number, '--refunded');
  expect((await store(dataDir, 'order', number, '--refunded')).code).toBe(1);
  const mails = await db.selectFrom('outbox').select('body').where('subject', 'like', 'Refund for your order%').execute();
  expect(mails).toHaveLength(1);
  expect(JSON.parse(mails[0]?.body ?? '').text).toContain(`We have returned ₹500.00 for your order ${number}.`);
});

test('messages of the contact form are listed, newest first', async () => {
  const { db, dataDir } = await emptyShop();
  expect((await store(dataDir, 'contact')).out).toBe('No messages.\n');
  const form = { firstname: 'Asha', lastname: 'Rao', email: 'asha@example.com', phone_number: '9876543210', subject: 'Size' };
  for (const message of ['Is 40 an M?', 'And 42?']) await write(db, (tx) => saveContactMessage(tx, { ...form, message }));
  expect((await store(dataDir, 'contact')).out).toMatch(
    /Asha Rao, asha@example\.com, 9876543210\nSize\nAnd 42\?\n\n.*\nSize\nIs 40/s,
  );
  expect(JSON.parse((await store(dataDir, 'contact', '--limit', '1', '--json')).out)).toMatchObject([{ message: 'And 42?' }]);
});

test('a cancelled paid order asks for its refund until it is made', async () => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db, 'prepaid');
  const cancelled = await store(dataDir, 'order', number, '--status', 'cancelled');
  expect(cancelled.out).toContain('Refund 500.00 at the payment provider');
  expect((await store(dataDir, 'orders', '--refunds')).out).toContain(number);
  const refunded = await store(dataDir, 'order', number, '--refunded', '--json');
  expect((await store(dataDir, 'orders', '--refunds', '--json')).out).toBe('[]\n');
  expect((await store(dataDir, 'orders', '--refunds')).out).toBe('No refunds are due.\n');
  expect(JSON.parse(refunded.out)).toMatchObject({ payment_status: 'refunded', refund: { amount: 50_000 } });
  expect((await store(dataDir, 'order', number)).out).toContain('Refunded 500.00 on ');
});

test('a refund is made through the payment provider, and shown', async () => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db, 'prepaid');
  expect(await store(dataDir, 'order', number, '--refund')).toMatchObject({
    code: 1,
    err: `Error: There is no refund due for ${number}. Name how much to return: --amount 200.00\n`,
  });
  for (const wrong of [
    ['--amount', '5'],
    ['--refund', '--amount', 'much'],
    ['--refund', '--amount', '0'],
    ['--refund', '--refunded'],
  ])
    expect(await store(dataDir, 'order', number, ...wrong)).toMatchObject({ code: 2 });
  const part = await store(dataDir, 'order', number, '--refund', '--amount', '200', '--json');
  expect(JSON.parse(part.out)).toMatchObject({ payment_status: 'paid', provider_refunds: [{ amount: 20_000, state: 'done' }] });
  const rest = await store(dataDir, 'order', number, '--status', 'cancelled', '--refund');
  expect(rest.out).toMatch(/Refund of 200\.00 by the payment provider made .*\nRefund of 300\.00 by the payment provider made/);
  expect(rest.out).toContain('Refunded 300.00 on ');
  expect((await store(dataDir, 'order', number)).out).toContain('prepaid, refunded');
});

test('a refund through a provider that is not set up is left to the owner', async () => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db, 'prepaid');
  await db.updateTable('payment').set({ provider: 'another' }).execute();
  expect(await store(dataDir, 'order', number, '--refund', '--amount', '1')).toMatchObject({
    code: 1,
    err: `Error: ${number} was paid through another, which is not set up here: make the refund there and mark it with --refunded\n`,
  });
});

test('coupons can be added, listed and ended', async () => {
  const { dataDir } = await emptyShop();
  expect((await store(dataDir, 'coupon', 'list')).out).toBe('No coupons yet.\n');
  const ten = ['diwali10', '--percent', '10', '--minimum', '999', '--uses', '100', '--per-customer', '1'];
  const days = ['--from', '2026-01-01', '--until', '2099-11-30'];
  expect(await store(dataDir, 'coupon', 'add', ...ten, ...days)).toMatchObject({ code: 0, out: 'DIWALI10 can be used.\n' });
  const flat = await store(dataDir, 'coupon', 'add', 'FLAT', '--amount', '149.50', '--json');
  expect(JSON.parse(flat.out)).toMatchObject({ coupon_code: 'FLAT', type: 'amount', value: '149.50', max_uses: null });
  const again = await store(dataDir, 'coupon', 'add', 'flat', '--percent', '5');
  expect(again).toMatchObject({ code: 1, err: 'Error: There is already a coupon "FLAT"\n' });
  expect((await store(dataDir, 'coupon', 'list')).out).toMatch(
    /DIWALI10 +10 % +999\.00 +0 of 100 +1 +2026-01-01 00:00 +2099-11-30 23:59 +open/,
  );
  expect((await store(dataDir, 'coupon', 'end', 'Flat')).code).toBe(0);
  expect(JSON.parse((await store(dataDir, 'coupon', 'list', '--json')).out)).toMatchObject([
    { coupon_code: 'FLAT', state: 'ended' },
    { coupon_code: 'DIWALI10', state: 'open', starts_at: '2025-12-31T18:30:00.000Z' },
  ]);
  expect(await store(dataDir, 'coupon', 'end', 'NONE')).toMatchObject({ code: 1 });
});

test.each([
  ['neither percent nor amount', ['A']],
  ['both', ['A', '--percent', '5', '--amount', '5']],
  ['more than everything', ['A', '--percent', '101']],
  ['nothing', ['A', '--amount', '0']],
  ['no rupees', ['A', '--amount', '1e3']],
  ['no day', ['A', '--percent', '5', '--until', '2026-02-30']],
  ['an end before its beginning', ['A', '--percent', '5', '--from', '2026-02-02', '--until', '2026-02-01']],
  ['an end in the past', ['A', '--percent', '5', '--until', '2020-01-01']],
  ['no uses', ['A', '--percent', '5', '--uses', '0']],
  ['no uses per customer', ['A', '--percent', '5', '--per-customer', '0']],
  ['a code with blanks', ['A B', '--percent', '5']],
])('a coupon of %s is not added', async (_, args) => {
  const { dataDir } = await emptyShop();
  expect((await store(dataDir, 'coupon', 'add', ...args)).code).toBe(2);
});

test('orders are filtered, and found by number, mobile number, name and AWB', async () => {
  const { db, dataDir } = await emptyShop();
  const [first, second] = [await order(db), await order(db, 'prepaid')];
  await store(dataDir, 'order', first, '--status', 'dispatched', '--courier', 'Delhivery', '--tracking', '1490812345678');
  const found = async (...options: string[]) =>
    (JSON.parse((await store(dataDir, 'orders', ...options, '--json')).out) as { order_number: string }[]).map(
      ({ order_number }) => order_number,
    );
  expect(await found('--status', 'dispatched')).toEqual([first]);
  expect(await found('--payment', 'prepaid')).toEqual([second]);
  expect(await found('--pincode', address.pincode.slice(0, 3), '--since', '1h')).toEqual([second, first]);
  expect(await found('--until', '2020-01-01')).toEqual([]);
  expect(await found(address.phone_number)).toEqual([second, first]);
  expect(await found(`${address.firstname.toLowerCase()} ${address.lastname}`, '--payment', 'cod')).toEqual([first]);
  expect(await found('1490812345')).toEqual([first]);
  expect((await store(dataDir, 'orders', second)).out).toContain(second);
  expect(await store(dataDir, 'orders', 'nobody')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no order "nobody"'),
  });
  expect(await store(dataDir, 'orders', '--seller', 'Nobody')).toMatchObject({ code: 1 });
});
