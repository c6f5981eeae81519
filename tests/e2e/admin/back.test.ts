import { expect } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { signInStaff } from '#tests/support/admin/staff.ts';
import { createCustomer } from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { openRecords, type RunningShop } from '#tests/support/browser/shop-server.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { test } = await useSmallShop({ javaScriptEnabled: false });

async function confirmedNumber(shop: RunningShop): Promise<string> {
  const [order] = await placeOrder(shop, await createCustomer(shop), [{ slug: 'long-wallet', quantity: 2 }]);
  const number = order?.order_number ?? '';
  const db = await openRecords(shop);
  await write(db, (tx) => setOrderStatus(tx, number, 'order is confirmed')).finally(() => db.destroy());
  return number;
}

test('Back and Reload of the admin send no form again', { timeout: 90_000 }, async ({ shop, page }) => {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
  await signInStaff(page, shop);

  await page.goto(`${shop.url}/admin/orders/new?q=wallet`);
  await page.getByRole('link', { name: /^Add Long Wallet/ }).click();
  const typed = {
    'Mobile number': '9812345671',
    'First name': 'अनुष्का',
    'Last name': 'Das',
    Pincode: '560001',
    City: 'Pune',
    State: 'Goa',
  };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Address', { exact: true }).fill('12 MG Road');
  await press('One more of Long Wallet');
  for (const [label, value] of Object.entries(typed)) await expect.poll(() => page.getByLabel(label).inputValue()).toBe(value);
  await press('Place order');
  await page.getByText(/^Placed HT/).waitFor();
  // A page that a form has made is not shown again without a question of the browser: going back to it fails.
  await page.goBack();
  await heading('New order');
  expect(await page.getByLabel('Last name').inputValue()).toBe('');

  const number = await confirmedNumber(shop);
  await page.goto(`${shop.url}/admin/orders/${number}/edit`);
  await page.getByText('Cancel units').first().click();
  await press('See what it comes to');
  await page.getByRole('heading', { name: 'Before you confirm' }).waitFor();
  await page.reload();
  await heading(`Change ${number}`);

  await page.goto(`${shop.url}/admin/ship`);
  await page.getByLabel('Courier for all').fill('Own van');
  await page.getByLabel('Paste order numbers and AWBs').fill(`${number} VAN${Date.now()}\nHT-NONE VAN2`);
  await press('Show what it does');
  await page.getByRole('heading', { name: 'What the list does' }).waitFor();
  expect(await page.getByText('There is no such order to ship.').count()).toBe(1);
  await press('Ship 1 order');
  await page.getByRole('button', { name: 'Undo' }).first().waitFor();
  await page.goBack();
  await heading('Ship');

  const [good, bad] = [await confirmedNumber(shop), await confirmedNumber(shop)];
  await page.goto(`${shop.url}/admin/ship`);
  await page.getByLabel('Courier for all').fill('Own van');
  await page.getByLabel(`AWB of ${good}`).fill(`VAN${Date.now()}`);
  await page.getByLabel(`AWB of ${bad}`).fill('VAN');
  await press('Ship orders with an AWB');
  await page.getByRole('heading', { name: 'What was done' }).waitFor();
  await page.getByText('An AWB has at least one digit.').waitFor();
  expect(await page.getByLabel('Courier for all').inputValue()).toBe('Own van');
  await page.reload();
  await heading('Ship');
  expect(await page.getByRole('heading', { name: 'What was done' }).count()).toBe(0);

  await page.goto(`${shop.url}/admin/cod`);
  const csv = `AWB,Amount\nNOSUCH${Date.now()},10.00\nNOSUCH2,none`;
  const file = { name: 'cod.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel('Remittance file of the courier').setInputFiles(file);
  await press('Match');
  await page.getByText('1 with an unknown tracking number').waitFor();
  await page.getByText('"none" is no amount').waitFor();
  await page.reload();
  await heading('Cash on delivery');
  expect(await page.getByText('1 with an unknown tracking number').count()).toBe(0);
});

test('a print leads back to the page before it, and the link is not printed', async ({ shop, page }) => {
  const number = await confirmedNumber(shop);
  await signInStaff(page, shop);
  await page.goto(`${shop.url}/admin/print?order=${number}`);
  await page.getByRole('link', { name: 'Packing slips, A5' }).click();
  const back = page.getByRole('link', { name: 'Back', exact: true });
  expect(((await back.boundingBox())?.height ?? 0) >= 44).toBe(true);
  await page.emulateMedia({ media: 'print' });
  expect(await back.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await back.click();
  await page.waitForURL(`${shop.url}/admin/print?order=${number}`);
  await page.goto(`${shop.url}/admin/print/labels?order=${number}`);
  await back.click();
  await page.waitForURL(`${shop.url}/admin/print?order=${number}`);
});
