import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InvoiceDocument } from '#api/services/invoices/invoice-document.ts';
import { issueInvoice } from '#api/services/invoices/issue-invoice.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import {
  adminAddNoteCall,
  adminCancelOrderCall,
  adminEditOrderCall,
  adminOrderCall,
  adminPreviewEditCall,
  adminReturnOrderCall,
  type OrderEdit,
} from '#lib/contract/admin/order.ts';
import { ORDER_CONFIRMED, ORDER_DISPATCHED } from '#lib/contract/order-status.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { confirmPaymentCall } from '#lib/contract/payments.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { customerOf, stockOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let owner: string;
let packer: string;
let next = 9_470_000_000;
let kurta: AddedProduct;
let mug: AddedProduct;

beforeAll(async () => {
  shop = await openShop();
  await shop.change((tx) => saveSettings(tx, { ...defaultSettings, shipping: { charge: '50.00', free_from: '1000.00' } }));
  [owner, packer] = [await staffToken(shop, 'owner'), await staffToken(shop, 'packer')];
  kurta = await shop.add({ name: 'Cotton kurta', category: 'Home', price: 60_000, stock: { M: 500, L: 500, XL: 0 } });
  mug = await shop.add({ name: 'Blue mug', category: 'Home', price: 20_000, stock: 500 });
});
afterAll(() => shop.close());

/** Buys two kurtas in M: ₹1,200.00 with free shipping. */
async function buy(payment_method: 'cod' | 'prepaid' = 'cod') {
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  await shopper.put(kurta.id, 2, kurta.variants['M']);
  const { order_id, payment } = await shopper.buy('1200.00', { payment_method });
  if (payment) {
    const params = { id: payment.id };
    await shop.succeed(confirmPaymentCall, { token: shopper.token, params, body: { outcome: 'paid' } });
  }
  const id = order_id[0] ?? 0;
  const { order_number: number } = await shop.store.db
    .selectFrom('orders')
    .select('order_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, number, shopper };
}

const read = async (number: string, token = owner) => (await shop.succeed(adminOrderCall, { token, params: { number } })).data;
const preview = async (number: string, edit: OrderEdit) =>
  (await shop.succeed(adminPreviewEditCall, { token: owner, params: { number }, body: { edit } })).data;
const confirm = (
  number: string,
  edit: OrderEdit,
  { state, after }: Awaited<ReturnType<typeof preview>>,
  form_id = randomUUID(),
) => ({
  token: owner,
  params: { number },
  body: { edit, expected_total: after.total, state, form_id },
});
/** Previews an edit and confirms it. */
async function change(number: string, edit: OrderEdit) {
  const seen = await preview(number, edit);
  return (await shop.succeed(adminEditOrderCall, confirm(number, edit, seen))).data;
}
const itemOf = async (number: string) => (await read(number)).items[0]?.item_id ?? 0;
const refundsOf = (id: number) => shop.store.db.selectFrom('refund').selectAll().where('order_id', '=', id).execute();
const mailsTo = (mobile: string) =>
  shop.store.db.selectFrom('outbox').select(['body', 'subject']).where('recipient', '=', `${mobile}@example.com`).execute();
const variant = (size: string) => kurta.variants[size] ?? 0;

describe('cancelling a part of an order', () => {
  test('gives the units back and charges the shipping that its total no longer saves', async () => {
    const { id, number } = await buy();
    const before = await stockOf(shop, variant('M'));
    const edit = { kind: 'cancel_part', item_id: await itemOf(number), quantity: 1, reason: 'Torn' } as const;
    const seen = await preview(number, edit);
    expect(seen).toMatchObject({
      summary: 'Cancelled 1 × Cotton kurta (Size: M) (Torn).',
      before: { total: '1200.00', shipping: '0.00' },
      after: { items: '600.00', shipping: '50.00', total: '650.00' },
      outcome: '₹650.00 is to be collected on delivery.',
      warnings: ['Shipping is ₹50.00 now, it was free.'],
    });
    expect((await read(number)).money?.totals.total).toBe('1200.00');
    await shop.succeed(adminEditOrderCall, confirm(number, edit, seen));
    expect(await read(number)).toMatchObject({ to_collect: '650.00', quantity: 1, money: { totals: { total: '650.00' } } });
    expect(await stockOf(shop, variant('M'))).toEqual({ variant: before.variant + 1, product: before.product + 1 });
    expect(await refundsOf(id)).toEqual([]);
  });

  test('makes a refund of a paid order due, which grows with the next change and the cancellation', async () => {
    const { id, number, shopper } = await buy('prepaid');
    await change(number, { kind: 'cancel_part', item_id: await itemOf(number), quantity: 1 });
    expect(await refundsOf(id)).toMatchObject([{ amount: 55_000, done_at: null }]);
    expect((await read(number)).money).toMatchObject({ payment_status: 'paid', refunds: [{ amount: '550.00' }] });
    await shop.succeed(cancelOrderCall, {
      token: shopper.token,
      body: { order_id: id, reject_reason_select: 'Changed My Mind' },
    });
    expect(await refundsOf(id)).toMatchObject([{ amount: 120_000, done_at: null }]);
  });

  test('of everything is refused', async () => {
    const { number } = await buy();
    const edit = { kind: 'cancel_part', item_id: await itemOf(number), quantity: 2 } as const;
    const refused = await shop.fail(adminPreviewEditCall, { token: owner, params: { number }, body: { edit } });
    expect(refused).toMatchObject({ httpStatus: 409, message: 'Nothing would be left of the order. Cancel the order instead.' });
  });
});

describe('swapping a size', () => {
  test('moves the stock and keeps the price that was charged', async () => {
    const { number } = await buy();
    await shop.change((tx) => tx.updateTable('variant').set({ price: 50_000 }).where('product_id', '=', kurta.id).execute());
    const [m, l] = [await stockOf(shop, variant('M')), await stockOf(shop, variant('L'))];
    await change(number, { kind: 'swap', item_id: await itemOf(number), variant_id: variant('L'), quantity: 1 });
    await shop.change((tx) => tx.updateTable('variant').set({ price: 60_000 }).where('product_id', '=', kurta.id).execute());
    expect((await read(number)).items).toMatchObject([
      { product_variation: 'M', quantity: 1, final_price: '600.00' },
      { product_variation: 'L', quantity: 1, final_price: '600.00' },
    ]);
    expect((await stockOf(shop, variant('M'))).variant).toBe(m.variant + 1);
    expect((await stockOf(shop, variant('L'))).variant).toBe(l.variant - 1);
  });

  test.each([
    ['of another product', () => mug.variants[''] ?? Object.values(mug.variants)[0] ?? 0, 'This is another product.'],
    ['that is sold out', () => variant('XL'), 'Cotton kurta (Size: XL) is sold out.'],
  ])('for one %s is refused', async (_, other, message) => {
    const { number } = await buy();
    const edit = { kind: 'swap', item_id: await itemOf(number), variant_id: other(), quantity: 1 } as const;
    const refused = await shop.fail(adminPreviewEditCall, { token: owner, params: { number }, body: { edit } });
    expect(refused).toMatchObject({ httpStatus: 409, message: expect.stringContaining(message) });
  });
});

test('an item that is added to a paid order is due, and paid by what is cancelled later', async () => {
  const { id, number } = await buy('prepaid');
  const variant_id = Object.values(mug.variants)[0] ?? 0;
  const seen = await preview(number, { kind: 'add', variant_id, quantity: 2 });
  expect(seen).toMatchObject({ due: '400.00', outcome: expect.stringContaining('₹400.00 is due from the customer') });
  await change(number, { kind: 'add', variant_id, quantity: 2 });
  expect(await read(number)).toMatchObject({ to_collect: '400.00', money: { due: '400.00', payment_status: 'paid' } });
  await change(number, { kind: 'cancel_part', item_id: await itemOf(number), quantity: 1 });
  expect(await read(number)).toMatchObject({ to_collect: '0.00', money: { due: '0.00', totals: { total: '1000.00' } } });
  expect(await refundsOf(id)).toMatchObject([{ amount: 20_000 }]);
});

describe('correcting the address', () => {
  test('says what another pincode changes, and keeps the charge where the shop does not deliver', async () => {
    const { number, id } = await buy();
    const to = { ...address, firstname: '<b>Asha', address: '12 New Road', pincode: '110001', city: 'New Delhi', state: 'Delhi' };
    await change(number, { kind: 'address', address: to });
    const row = await shop.store.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.parse(row.address)).toMatchObject({ firstname: '<b>Asha', pincode: '110001' });
    const mails = await mailsTo(address.email.split('@')[0] ?? '');
    expect(mails.some(({ body }) => body.includes('<b>Asha'))).toBe(false);
  });
});

describe('an invoice of an order that is packed', () => {
  test('is reversed by a credit note, and issued again to the paisa', async () => {
    const { number, id } = await buy('prepaid');
    await shop.change((tx) => setOrderStatus(tx, number, ORDER_CONFIRMED));
    await shop.change((tx) => issueInvoice(tx, id));
    await change(number, { kind: 'cancel_part', item_id: await itemOf(number), quantity: 1 });
    const { money } = await read(number);
    expect(money?.papers.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note', 'invoice']);
    const [replaced] = await shop.store.db.selectFrom('replaced_invoice').selectAll().where('order_id', '=', id).execute();
    const current = await shop.store.db.selectFrom('invoice').selectAll().where('order_id', '=', id).executeTakeFirstOrThrow();
    const totalOf = (document: string | undefined) => (JSON.parse(document ?? '{}') as InvoiceDocument).total;
    expect([totalOf(replaced?.document), totalOf(replaced?.credit_document), totalOf(current.document)]).toEqual([
      120_000, 120_000, 65_000,
    ]);
    for (const { url, number: paper } of money?.papers ?? []) {
      const page = await (await shop.raw(url)).text();
      expect(page).toContain(paper);
    }
  });
});

describe('an edit is refused', () => {
  test('when the order has changed since it was previewed, also beside another one of the same', async () => {
    const { number } = await buy();
    const edit = { kind: 'cancel_part', item_id: await itemOf(number), quantity: 1 } as const;
    const seen = await preview(number, edit);
    const both = await Promise.all([1, 2].map(() => shop.call(adminEditOrderCall, confirm(number, edit, seen))));
    expect(both.map((reply) => ('httpStatus' in reply ? reply.httpStatus : 200)).sort()).toEqual([200, 409]);
    expect((await read(number)).quantity).toBe(1);
  });

  test('by its customer’s cancellation, whichever is first', async () => {
    const { number, id, shopper } = await buy('prepaid');
    const edit = { kind: 'cancel_part', item_id: await itemOf(number), quantity: 1 } as const;
    const seen = await preview(number, edit);
    await Promise.all([
      shop.call(adminEditOrderCall, confirm(number, edit, seen)),
      shop.call(cancelOrderCall, { token: shopper.token, body: { order_id: id, reject_reason_select: 'Changed My Mind' } }),
    ]);
    expect(await refundsOf(id)).toMatchObject([{ amount: 120_000 }]);
  });

  test('once it has been shipped', async () => {
    const { number } = await buy();
    const edit = { kind: 'cancel_part', item_id: await itemOf(number), quantity: 1 } as const;
    const seen = await preview(number, edit);
    const [edited] = await Promise.all([
      shop.call(adminEditOrderCall, confirm(number, edit, seen)),
      shop.change((tx) => setOrderStatus(tx, number, ORDER_DISPATCHED)),
    ]);
    const { quantity, not_editable } = await read(number);
    expect(not_editable).toBe('The order has been shipped.');
    expect(quantity).toBe('httpStatus' in edited ? 2 : 1);
    const refused = await shop.fail(adminPreviewEditCall, { token: owner, params: { number }, body: { edit } });
    expect(refused).toMatchObject({ httpStatus: 409, message: 'The order has been shipped.' });
  });

  test('from a packer', async () => {
    const { number } = await buy();
    const edit = { kind: 'cancel_part', item_id: await itemOf(number), quantity: 1 } as const;
    expect(await shop.fail(adminPreviewEditCall, { token: packer, params: { number }, body: { edit } })).toMatchObject({
      httpStatus: 403,
    });
  });
});

test('a form that is sent twice edits and notes once', async () => {
  const { number, id } = await buy();
  const edit = { kind: 'cancel_part', item_id: await itemOf(number), quantity: 1 } as const;
  const request = confirm(number, edit, await preview(number, edit));
  const first = await shop.succeed(adminEditOrderCall, request);
  expect(await shop.succeed(adminEditOrderCall, request)).toEqual(first);
  const note = { token: packer, params: { number }, body: { text: '<script>alert(1)</script>', form_id: randomUUID() } };
  await shop.succeed(adminAddNoteCall, note);
  await shop.succeed(adminAddNoteCall, note);
  expect((await read(number)).notes).toMatchObject([{ text: '<script>alert(1)</script>', by: 'Pavan' }]);
  const audit = await shop.store.db.selectFrom('audit_event').selectAll().where('subject', '=', `order:${number}`).execute();
  expect(audit.map(({ action }) => action)).toEqual(['order edit cancel part', 'order note']);
  expect(JSON.parse(audit[0]?.detail ?? '{}')).toMatchObject({ before: '1200.00', after: '650.00' });
  const mails = await shop.store.db
    .selectFrom('outbox')
    .select('subject')
    .where('subject', 'like', `Your order ${number}%changed`)
    .execute();
  expect(mails).toHaveLength(1);
  expect((await read(number)).timeline?.map(({ text }) => text)).toContain('Order changed');
  expect(await shop.store.db.selectFrom('order_note').select('id').where('order_id', '=', id).execute()).toHaveLength(2);
});

test('a packer sees items, address and what to collect, and nothing of money or history', async () => {
  const { number } = await buy();
  const seen = await read(number, packer);
  expect(seen).toMatchObject({
    to_collect: '1200.00',
    items: [{ product_name: 'Cotton kurta' }],
    address: { pincode: address.pincode },
  });
  expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['money']));
  expect([seen.money, seen.timeline, seen.customer, seen.items[0]?.sizes]).toEqual([undefined, undefined, undefined, undefined]);
});

test('a customer’s other orders are counted', async () => {
  const { number, shopper } = await buy();
  await shopper.put(kurta.id, 2, variant('M'));
  await shopper.buy('1200.00');
  expect((await read(number)).customer).toMatchObject({ orders: 2, spent: '2400.00', others: [{ total: '1200.00' }] });
});

test('cancelling and returning can be undone for two minutes, and end with the next change', async () => {
  const { number } = await buy();
  await shop.succeed(adminCancelOrderCall, {
    token: owner,
    params: { number },
    body: { reason: 'Sold out', form_id: randomUUID() },
  });
  expect(await read(number)).toMatchObject({ status: 'order has been placed', staged: { kind: 'cancel' }, next: [] });
  const returned = await shop.fail(adminReturnOrderCall, {
    token: owner,
    params: { number },
    body: { restock: true, form_id: randomUUID() },
  });
  expect(returned).toMatchObject({ httpStatus: 409 });
});
