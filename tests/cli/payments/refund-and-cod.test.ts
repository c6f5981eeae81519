import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { findOrCreateCustomer } from '#api/services/accounts/customers.ts';
import { setCartLine } from '#api/services/cart/cart.ts';
import { placeCheckout } from '#api/services/checkout/checkout.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { listOrders } from '#api/services/orders/read-orders.ts';
import { settlePayment } from '#api/services/payments/settle-payment.ts';
import { emptyShop, store } from '#tests/support/cli/run-command.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { addProduct } from '#tests/support/store/products.ts';

/** Orders two lamps at 500 rupees; returns the order number. */
async function order(db: Db, method: 'cod' | 'prepaid'): Promise<string> {
  await write(db, async (tx) => {
    const { id } = await addProduct(tx, { name: 'Lamp', category: 'Home', price: 50_000, stock: 3 });
    const { id: customerId } = await findOrCreateCustomer(tx, '9876543210');
    await setCartLine(tx, customerId, { product_id: id, quantity: 2 });
    const customer = { firstname: 'Asha', lastname: 'Rao', email: '', phone_number: '9876543210', alt_phone_number: '' };
    const openedAt = new Date().toISOString();
    const verified = { phone_verified_at: openedAt, email_verified_at: null };
    const shopper = { customerId, token: '', openedAt, customer, hasDetails: true, verified };
    const origin = { provenBy: 'phone_verified_at', ipAddress: 'unknown' } as const;
    const body = { address, payment_method: method, expected_total: '1000.00' };
    const { data } = await placeCheckout(tx, { shopper, key: randomUUID(), body, provider: 'test', origin });
    if (data.payment) await settlePayment(tx, data.payment.id, 'payment-1');
  });
  return (await listOrders(db, { limit: 1 }))[0]?.order_number ?? '';
}

test('money of an order is returned per item, by amount and by hand, and no more than was paid', async () => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db, 'prepaid');
  const refund = async (...options: string[]) => {
    const { code, out, err } = await store(dataDir, 'refund', number, ...options, '--json');
    return code === 0 ? JSON.parse(out) : out + err;
  };
  expect(await refund('--item', '1:1')).toMatchObject({ paid: '1000.00', returned: '500.00', left: '500.00' });
  expect(await refund('--amount', '100.00', '--reason', 'Late')).toMatchObject({ returned: '600.00' });
  expect(await refund('--amount', '50.00', '--by-hand', 'UTR1')).toMatchObject({
    returned: '650.00',
    refunds: expect.arrayContaining([expect.objectContaining({ by: 'hand', state: 'done', reference: 'UTR1' })]),
  });
  expect(await refund('--amount', '350.01')).toContain('At most ₹350.00');
  expect(await refund('--item', '2')).toContain('is no item of the order');
  expect(await refund('--item', '1', '--amount', '1.00')).toContain('excludes');
});

test('a remittance file of a courier is matched with orders, once', async () => {
  const { db, dataDir } = await emptyShop();
  const number = await order(db, 'cod');
  const shipment = { courier: 'Delhivery', tracking_number: '14908123' };
  await write(db, (tx) => setOrderStatus(tx, number, 'order has been dispatched from retailer', undefined, shipment));
  await write(db, (tx) => setOrderStatus(tx, number, 'order is delivered'));
  const file = join(dataDir, 'delhivery.csv');
  writeFileSync(file, 'Waybill,Remitted Amount\n14908123,900.00\n777,10.00\n');
  const match = async () => JSON.parse((await store(dataDir, 'cod', 'match', file, '--json')).out);
  expect(await match()).toMatchObject({ courier: 'Delhivery', added: 2, counts: { short: 1, unknown: 1 } });
  expect(await match()).toMatchObject({ added: 0, counts: { short: 1, unknown: 1 } });
  const { out } = await store(dataDir, 'cod', 'list', 'short', '--json');
  expect(JSON.parse(out)).toMatchObject([{ order_number: number, expected: '1000.00', remitted: '900.00' }]);
  expect((await store(dataDir, 'cod', 'match', file)).out).toContain('1 paid short');
  writeFileSync(file, 'Name\nLamp\n');
  expect((await store(dataDir, 'cod', 'match', file)).err).toContain('no column of tracking numbers');
});
