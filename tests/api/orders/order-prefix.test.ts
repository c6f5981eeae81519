import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '#api/environment/configuration.ts';
import { makeCustomers } from '#tests/support/store/concurrent-calls.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop } from '#tests/support/store/test-store.ts';

test.each([
  [undefined, /^HT-\w{8}$/],
  ['MS', /^MS-\w{8}$/],
  ['meena1', /^MEENA1-\w{8}$/],
])('with ORDER_PREFIX %s an order number is like %s', async (ORDER_PREFIX, pattern) => {
  const { orderPrefix } = readConfiguration({ ORDER_PREFIX });
  const shop = await openShop({ orderPrefix });
  onTestFinished(shop.close);
  const lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 1 });
  const [token = ''] = await makeCustomers(shop, 1, () => [{ product_id: lamp.id, quantity: 1 }]);
  await customerOf(shop, token).buy('500.00');
  const { order_number } = await shop.store.db.selectFrom('orders').select('order_number').executeTakeFirstOrThrow();
  expect(order_number).toMatch(pattern);
});

test.each(['MEENA12', 'M-S', 'M S', 'मीना', '-'])('ORDER_PREFIX=%s is refused', (ORDER_PREFIX) => {
  expect(() => readConfiguration({ ORDER_PREFIX })).toThrow(
    `ORDER_PREFIX must be one to six letters or digits, such as MS, not "${ORDER_PREFIX}"`,
  );
});
