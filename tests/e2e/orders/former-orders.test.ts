import { expect } from 'vitest';
import { axeViolations } from '#tests/support/browser/axe.ts';
import { createCustomer, saveSession } from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();

const formerOrders = [
  {
    order_number: '#1002',
    order_date: '2024-05-01T07:00:00.000Z',
    status: 'Cancelled, refunded',
    final_amount: '499.00',
    items: [{ product_name: 'पीतल का कप', quantity: 1 }],
  },
  {
    order_number: '#1001',
    order_date: '2024-03-01T07:00:00.000Z',
    status: 'Paid, fulfilled',
    final_amount: '1947.00',
    discount_amount: '100.00',
    shipping_amount: '49.00',
    items: [
      { product_name: 'Linen Shirt - M', quantity: 1, final_price: '998.00' },
      { product_name: 'A'.repeat(120), quantity: 2, final_price: '500.00' },
    ],
    address: 'Asha Rao, 12 Lake Road, Bengaluru 560001, Karnataka',
  },
];

test('orders of the former shop are listed below the own ones as history, and cannot be cancelled', async ({
  page,
  pageErrors,
}) => {
  const user = await createCustomer(shop);
  await placeOrder(shop, user, [{ slug: 'long-wallet' }]);
  // A demo, which the shop of these tests is, sends no past orders.
  await page.route('**/customer/orders', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), former_orders: formerOrders } });
  });
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/my-account/orders`);
  const section = page.getByRole('region', { name: 'Orders from the former shop' });
  await section.waitFor();
  expect(await page.getByRole('list', { name: 'Your orders' }).getByRole('listitem').count()).toBe(1);
  expect(await section.locator('details').count()).toBe(2);
  const summary = section.locator('summary').nth(1);
  expect(await summary.innerText()).toMatch(/#1001[\s\S]*1 Mar 2024[\s\S]*₹1,947\.00/);
  await summary.focus();
  await page.keyboard.press('Enter');
  const details = section.locator('details').nth(1);
  const said = (await details.innerText()).replaceAll(/\s+/g, ' ');
  for (const part of [
    'Order from the former shop',
    'Paid, fulfilled',
    '1 × Linen Shirt - M',
    '₹998.00',
    'Discount',
    '₹100.00',
    '12 Lake Road',
  ])
    expect(said).toContain(part);
  expect(await section.getByRole('button').count()).toBe(0);
  expect(await section.getByRole('link').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await axeViolations(page, 'past orders')).toEqual([]);
  expect(pageErrors).toEqual([]);
});
