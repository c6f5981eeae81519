import type { Page } from 'playwright';
import { expect } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import type { Order } from '#lib/contract/orders.ts';
import { signInStaff } from '#tests/support/admin/staff.ts';
import { axeViolations } from '#tests/support/browser/axe.ts';
import { apiData, createCustomer } from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { openRecords } from '#tests/support/browser/shop-server.ts';
import { openPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const { shop, test } = await useSmallShop(phone);

/** An order on delivery that has been delivered, with the tracking number `awb`. */
async function deliveredOrder(awb: string): Promise<Order> {
  const [order] = await placeOrder(shop, await createCustomer(shop), [{ slug: 'long-wallet', quantity: 2 }]);
  if (!order) throw new Error('No order was placed');
  const db = await openRecords(shop);
  const set = (status: Parameters<typeof setOrderStatus>[2]) =>
    write(db, (tx) => setOrderStatus(tx, order.order_number, status, undefined, { courier: 'Delhivery', tracking_number: awb }));
  try {
    await set('order has been dispatched from retailer');
    await set('order is delivered');
  } finally {
    await db.destroy();
  }
  return order;
}

const shows = (page: Page, text: string | RegExp) => expect.poll(() => page.getByText(text).first().isVisible()).toBe(true);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap();

test.for([
  ['with script', true],
  ['without script', false],
] as const)('money is returned and matched on a phone, %s', { timeout: 90_000 }, async ([, javaScriptEnabled]) => {
  const { page, pageErrors } = await openPage({ ...phone, javaScriptEnabled });
  const awb = String(Date.now());
  const { order_number, final_amount, items } = await deliveredOrder(awb);
  await signInStaff(page, shop);
  await page.goto(`${shop.url}/admin/orders/${order_number}/refund`);
  await page.getByLabel(present(items[0]).product_name).selectOption('1');
  await page.getByLabel('UPI id of the customer').fill('asha@okaxis');
  if (javaScriptEnabled) expect(await axeViolations(page, 'refund of an order')).toEqual([]);
  await press(page, 'Refund items');
  await shows(page, /is recorded as due/);
  await shows(page, 'as••••@okaxis');
  await page.goto(`${shop.url}/admin/refunds`);
  const row = page.getByRole('listitem').filter({ hasText: order_number });
  await row.getByRole('button', { name: 'Show account' }).tap();
  await shows(page, 'asha@okaxis');
  await row.getByLabel('Reference of the transfer (UTR)').fill('UTR1');
  await row.getByRole('button', { name: 'Sent', exact: true }).tap();
  await shows(page, 'The refund is done, and the customer is told.');

  await page.goto(`${shop.url}/admin/cod`);
  const csv = `Waybill,Remitted Amount\n${awb},${final_amount}\nNOSUCH${awb},10.00`;
  await page
    .getByLabel('Remittance file of the courier')
    .setInputFiles({ name: 'delhivery.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await press(page, 'Match');
  await shows(page, '1 paid in full');
  await shows(page, '1 with an unknown tracking number');
  if (javaScriptEnabled) expect(await axeViolations(page, 'cash on delivery')).toEqual([]);

  await page.goto(`${shop.url}/admin/orders/new`);
  await page.getByLabel('Product or SKU').fill('wallet');
  await press(page, 'Find');
  await page.getByRole('link', { name: /^Add Long Wallet/ }).tap();
  await page.getByLabel('Mobile number').fill('+91 98123 45670');
  await page.getByLabel('First name').fill('Ravi');
  await page.getByLabel('Last name').fill('Das');
  await page.getByLabel('Address', { exact: true }).fill('12 MG Road');
  await page.getByLabel('Pincode').fill('560001');
  await page.getByLabel('City').fill('Bengaluru');
  await page.getByLabel('State').fill('Karnataka');
  if (javaScriptEnabled) expect(await axeViolations(page, 'order by phone')).toEqual([]);
  await press(page, 'One more of Long Wallet');
  await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('Das');
  await press(page, 'Place order');
  await shows(page, /^Placed HT/);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  expect(pageErrors).toEqual([]);
});

test('an order on delivery is paid by its link, by somebody without a session', { timeout: 60_000 }, async ({
  page,
  pageErrors,
}) => {
  const customer = await createCustomer(shop);
  const [order] = await placeOrder(shop, customer, [{ slug: 'long-wallet' }]);
  const list = async () => apiData<Order[]>(shop, '/customer/orders', undefined, customer.token);
  const { page: staffPage } = await openPage(phone);
  await signInStaff(staffPage, shop);
  await staffPage.goto(`${shop.url}/admin/orders/${order?.order_number}`);
  const sent = await staffPage.getByRole('link', { name: 'Send the link by WhatsApp' }).getAttribute('href');
  expect(decodeURIComponent(sent ?? '')).toContain('/pay?token=');
  await page.goto(shop.url + (await list())[0]?.pay_path);
  await shows(page, present(order).order_number);
  expect(await axeViolations(page, 'payment by link')).toEqual([]);
  await press(page, 'Paid');
  await shows(page, 'Your order is paid');
  expect((await list())[0]).toMatchObject({ payment_method: 'prepaid', payment_status: 'paid' });
  await page.reload();
  await shows(page, 'Your order is paid');
  expect(pageErrors).toEqual([]);
});
