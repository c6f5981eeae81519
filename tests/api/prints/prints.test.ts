import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCode128, renderCode128 } from '#api/services/prints/code-128.ts';
import { adminPackedCall, adminPrintCall, adminSetParcelCall } from '#lib/contract/admin/fulfilment.ts';
import { type PrintKind, printKinds } from '#lib/contract/admin/print-kinds.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { confirmedOrder } from '#tests/support/admin/confirmed-orders.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let token: string;
let packer: string;
let lamp: AddedProduct;
let shirt: AddedProduct;

beforeAll(async () => {
  shop = await openShop();
  token = await staffToken(shop, 'owner');
  packer = await staffToken(shop, 'packer');
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 500 });
  shirt = await shop.add({ name: 'Shirt', category: 'Men', price: 70_000, stock: { M: 50, L: 50 } });
});
afterAll(() => shop.close());

const order = (more: object = {}) => confirmedOrder(shop, { productId: lamp.id, total: '500.00', more });
const print = async (kind: PrintKind, orders: string[], more: Partial<BodyOf<typeof adminPrintCall>> = {}, by = packer) =>
  (await shop.succeed(adminPrintCall, { token: by, body: { kind, orders, ...more } })).data.html;

describe('a barcode', () => {
  test('has the check symbol of the standard’s example', () => {
    // "PJJ123C" in code set A has the check value 54; in set B the start symbol is one more.
    expect(encodeCode128('PJJ123C')).toEqual([104, 48, 42, 42, 17, 18, 19, 35, 55, 106]);
  });

  test('holds digits in pairs, and the last one alone', () => {
    expect(encodeCode128('123456')).toEqual([105, 12, 34, 56, 44, 106]);
    expect(encodeCode128('12345').slice(0, 5)).toEqual([105, 12, 34, 100, 21]);
  });

  test('has eleven modules for each symbol, thirteen for the last, and ten blank ones on either side', () => {
    const svg = renderCode128('HT-7K2M9QXD');
    expect(svg).toContain(`viewBox="0 0 ${10 + 13 * 11 + 13 + 10} 1"`);
  });

  test('is left out for what it cannot hold', () => {
    expect(renderCode128('क')).toBe('');
  });
});

test('a label has both addresses, the amount to collect, courier, AWB and barcodes', async () => {
  const { number } = await order();
  await shop.succeed(adminSetParcelCall, { token, body: { order_number: number, courier: 'Delhivery', awb: '1490812345678' } });
  const html = await print('labels', [number]);
  for (const text of [
    'Asha Rao',
    '12 MG Road',
    '560001',
    'Bengaluru',
    'CASH ON DELIVERY',
    '₹500.00',
    'AWB 1490812345678',
    number,
    'return to',
  ])
    expect(html).toContain(text);
  expect(html.match(/<svg class="barcode"/g)).toHaveLength(2);
});

test('an order in several parcels has a label for each; the first alone is paid', async () => {
  const { number } = await order();
  for (const awb of ['TWO-1', 'TWO-2'])
    await shop.succeed(adminSetParcelCall, { token, body: { order_number: number, courier: 'DTDC', awb } });
  const html = await print('labels', [number]);
  expect(html.match(/class="sheet label"/g)).toHaveLength(2);
  expect(html.match(/₹500\.00/g)).toHaveLength(1);
  expect(html).toContain('PARCEL 2 OF 2');
});

test('a slip has the note and prices; that of a present or of a packer has no prices', async () => {
  const [plain, present] = [await order({ note: 'Ring twice' }), await order({ note: 'This is a gift for Meena' })];
  expect(await print('slips', [plain.number])).toMatch(/Ring twice/);
  expect(await print('slips', [plain.number], {}, token)).toMatch(/₹500\.00/);
  expect(await print('slips', [plain.number])).not.toMatch(/₹/);
  const html = await print('slips', [present.number], {}, token);
  expect(html).toContain('This is a gift for Meena');
  expect(html).not.toMatch(/₹/);
  expect(await print('slips', [plain.number], { without_prices: true }, token)).not.toMatch(/₹/);
});

test('a pick list sums the units of each choice', async () => {
  const buy = (variantName: 'M' | 'L', quantity: number, total: string) =>
    confirmedOrder(shop, { productId: shirt.id, variantId: shirt.variants[variantName] ?? 0, quantity, total });
  const orders = [await buy('M', 2, '1400.00'), await buy('M', 1, '700.00'), await buy('L', 1, '700.00')];
  const html = await print(
    'pick-list',
    orders.map(({ number }) => number),
  );
  expect(html).toContain('4 units for 3 orders');
  const rows = [...html.matchAll(/<tr><td class="tick">.*?<\/tr>/g)].map(([row]) => row.replace(/<[^>]+>/g, ' '));
  expect(rows).toEqual([expect.stringMatching(/Shirt.*Size: L.* 1 +$/), expect.stringMatching(/Shirt.*Size: M.* 3 +$/)]);
});

test('an invoice is there from "packed" on, and printing it ends the Undo', async () => {
  const { id, number } = await order();
  expect(await shop.fail(adminPrintCall, { token: packer, body: { kind: 'invoices', orders: [number] } })).toMatchObject({
    httpStatus: 409,
    message: `No invoice yet: ${number}. An order gets one when it is packed.`,
  });
  await shop.succeed(adminPackedCall, { token: packer, body: { order_number: number } });
  const countStaged = async () =>
    (await shop.store.db.selectFrom('staged_change').select('order_id').where('order_id', '=', id).execute()).length;
  expect(await countStaged()).toBe(1);
  expect(await print('invoices', [number])).toContain('Bill of supply');
  expect(await countStaged()).toBe(0);
});

test('a packer prints no order that is not theirs to pack', async () => {
  const placed = await confirmedOrder(shop, { productId: lamp.id, total: '500.00', status: 'order has been placed' });
  for (const kind of ['labels', 'slips', 'pick-list', 'invoices'] as const)
    expect(await shop.fail(adminPrintCall, { token: packer, body: { kind, orders: [placed.number] } })).toMatchObject({
      httpStatus: 404,
    });
  await shop.succeed(adminPrintCall, { token, body: { kind: 'labels', orders: [placed.number] } });
});

test('names are text on every print, without characters that turn the direction of others', async () => {
  const { id, number } = await order({ note: '</style><script>note()</script>' });
  const hostile = { ...address, firstname: '<script>name()</script>', city: 'Pune</p></bdi>\u2067\u202e', state: '<!--क' };
  await shop.change(async (tx) => {
    await tx
      .updateTable('orders')
      .set({ address: JSON.stringify(hostile) })
      .where('id', '=', id)
      .execute();
    await tx.updateTable('order_item').set({ product_name: '<b onclick=x>' }).where('order_id', '=', id).execute();
  });
  await shop.succeed(adminPackedCall, { token, body: { order_number: number } });
  for (const kind of printKinds) {
    const html = await print(kind, [number]);
    expect(html).not.toMatch(/<script>(?:name|note)|<b onclick|<!--|[\u2067\u202e]/);
    if (kind !== 'pick-list') expect(html).toContain('&lt;script&gt;name()');
  }
});
