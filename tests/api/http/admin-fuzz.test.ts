import { expect, test } from 'vitest';
import { adminCalls } from '#lib/contract/calls/admin-calls.ts';
import { placeOrder } from '#tests/support/admin/call-examples.ts';
import type { Known } from '#tests/support/fuzz/schema.ts';
import { sendVolleys } from '#tests/support/fuzz/send-requests.ts';
import { openShop } from '#tests/support/store/test-store.ts';

const REQUESTS = 3000;
const ORDERS = 6;

test(`${REQUESTS} generated requests over the calls of the admin pages are answered as the contract says`, async () => {
  const shop = await openShop();
  try {
    const product = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 100_000 });
    const numbers: string[] = [];
    for (let i = 0; i < ORDERS; i++) numbers.push((await placeOrder(shop, product)).number);
    const known: Known = { number: numbers, order: numbers, order_number: numbers, orders: [numbers, numbers.slice(0, 2)] };
    const tally = await sendVolleys(shop.store, 'test-key', REQUESTS, { among: adminCalls, known });
    expect(tally.values().reduce((sum, byStatus) => sum + byStatus.values().reduce((some, n) => some + n, 0), 0)).toBe(REQUESTS);
    // A read that nothing refuses shows that the callers are people of the shop.
    expect(tally.get('adminSelf')?.get(200)).toBeGreaterThan(0);
  } finally {
    await shop.close();
  }
}, 120_000);
