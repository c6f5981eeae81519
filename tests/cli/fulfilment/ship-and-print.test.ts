import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { findOrCreateCustomer } from '#api/services/accounts/customers.ts';
import { setCartLine } from '#api/services/cart/cart.ts';
import { placeCheckout } from '#api/services/checkout/checkout.ts';
import { csvFile, emptyShop, store } from '#tests/support/cli/run-command.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { addProduct } from '#tests/support/store/products.ts';

/** Orders a lamp at 500 rupees on delivery; returns the order number. */
async function order(db: Db): Promise<string> {
  await write(db, async (tx) => {
    const lamp = await tx.selectFrom('product').select('id').executeTakeFirst();
    const id = lamp?.id ?? (await addProduct(tx, { name: 'Lamp', category: 'Home', price: 50_000, stock: 9 })).id;
    const { id: customerId } = await findOrCreateCustomer(tx, '9876543210');
    await setCartLine(tx, customerId, { product_id: id, quantity: 1 });
    const customer = { firstname: 'Asha', lastname: 'Rao', email: '', phone_number: '9876543210', alt_phone_number: '' };
    const openedAt = new Date().toISOString();
    const verified = { phone_verified_at: openedAt, email_verified_at: null };
    const shopper = { customerId, token: '', openedAt, customer, hasDetails: true, verified };
    const origin = { provenBy: 'phone_verified_at', ipAddress: 'unknown' } as const;
    const body = { address, payment_method: 'cod', expected_total: '500.00' } as const;
    await placeCheckout(tx, { shopper, key: randomUUID(), body, provider: undefined, origin });
  });
  const { order_number } = await db.selectFrom('orders').select('order_number').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return order_number;
}

test('orders of a file are dispatched, each line with its result; the same file again changes nothing', async () => {
  const { db, dataDir } = await emptyShop();
  const [one, two] = [await order(db), await order(db)];
  const file = csvFile(
    [
      ['Order', 'AWB'],
      [one, 'A100'],
      [two, 'A200'],
      ['HT-NONE', 'A300'],
    ],
    'awb.csv',
  );
  const dry = await store(dataDir, 'ship', '--from', file, '--courier', 'bluedart', '--dry-run');
  expect(dry).toMatchObject({ code: 1, out: expect.stringContaining('2 orders would be dispatched, 1 line refused.') });
  expect(await db.selectFrom('shipment').selectAll().execute()).toEqual([]);
  const done = await store(dataDir, 'ship', '--from', file, '--courier', 'bluedart');
  expect(done).toMatchObject({ code: 1, out: expect.stringMatching(/2 orders dispatched, 1 line refused\.\n$/) });
  const shipped = await store(dataDir, 'order', one);
  expect(shipped.out).toContain('order has been dispatched from retailer');
  expect(shipped.out).toContain('Sent by Blue Dart, tracking number A100');
  const again = await store(dataDir, 'ship', '--from', file, '--courier', 'bluedart', '--json');
  expect(JSON.parse(again.out).map(({ result }: { result: string }) => result)).toEqual(['unchanged', 'unchanged', 'refused']);
  const sent = await db.selectFrom('order_event').select('id').where('status', 'like', '%dispatched%').execute();
  expect(sent).toHaveLength(2);
});

test('prints are written to a new file', async () => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db);
  const out = join(dataDir, 'labels.html');
  const made = await store(dataDir, 'print', 'labels', '--orders', number.toLowerCase(), '--paper', 'a4', '--out', out);
  expect(made).toMatchObject({ code: 0, out: `Wrote ${out} for 1 order.\n` });
  expect(readFileSync(out, 'utf8')).toContain('size: A4');
  expect(await store(dataDir, 'print', 'labels', '--orders', number, '--out', out)).toMatchObject({ code: 1 });
  for (const kind of ['slips', 'pick-list']) {
    const file = join(dataDir, `${kind}.html`);
    expect(await store(dataDir, 'print', kind, '--status', 'placed', '--out', file)).toMatchObject({ code: 0 });
  }
  const invoices = join(dataDir, 'invoices.html');
  expect(await store(dataDir, 'print', 'invoices', '--orders', number, '--out', invoices)).toMatchObject({
    code: 1,
    err: `Error: No invoice yet: ${number}. An order gets one when it is packed.\n`,
  });
  expect(await store(dataDir, 'print', 'posters', '--orders', number, '--out', invoices)).toMatchObject({ code: 2 });
  expect(await store(dataDir, 'print', 'labels', '--out', invoices)).toMatchObject({ code: 2 });
});
