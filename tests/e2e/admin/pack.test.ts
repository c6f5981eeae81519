import { expect } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { signInStaff } from '#tests/support/admin/staff.ts';
import { axeViolations } from '#tests/support/browser/axe.ts';
import { describePdf } from '#tests/support/browser/chromium/pdf-pages.ts';
import { createCustomer } from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { openRecords, type RunningShop } from '#tests/support/browser/shop-server.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { test } = await useSmallShop();

/** Places and confirms orders; returns their numbers, the oldest first. */
async function confirmOrders(shop: RunningShop, count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let i = 0; i < count; i++)
    for (const { order_number } of await placeOrder(shop, await createCustomer(shop), [{ slug: 'long-wallet' }]))
      numbers.push(order_number);
  const db = await openRecords(shop);
  try {
    for (const number of numbers) await write(db, (tx) => setOrderStatus(tx, number, 'order is confirmed'));
  } finally {
    await db.destroy();
  }
  return numbers;
}

test('a packer packs three orders one after the other, prints them, and ships them by a pasted list', async ({ shop, page }) => {
  const numbers = await confirmOrders(shop, 3);
  await signInStaff(page, shop, 'packer');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.goto(`${shop.url}/admin/pack?order=${numbers[0]}`);
  expect(await axeViolations(page, 'pack')).toEqual([]);
  for (const [i, number] of numbers.entries()) {
    await page.getByRole('heading', { name: `Pack ${number}` }).waitFor();
    await page.getByRole('checkbox').first().check();
    if (i === 0) {
      await page.reload();
      await expect.poll(() => page.getByRole('checkbox').first().isChecked()).toBe(true);
    }
    await press(i < 2 ? 'Packed, next' : 'Packed, print invoice');
  }
  await page.waitForURL('**/admin/print/invoices?*');
  expect(await describePdf(page)).toEqual([[210, 297]]);

  const query = numbers.map((number) => `order=${number}`).join('&');
  await page.goto(`${shop.url}/admin/print?${query}`);
  expect(await axeViolations(page, 'print')).toEqual([]);
  await page.getByRole('link', { name: 'Labels, 100 × 150 mm' }).click();
  await page.getByRole('button', { name: 'Print' }).waitFor();
  expect(await describePdf(page)).toEqual(Array(3).fill([100, 150]));
  await page.goto(`${shop.url}/admin/print/invoices?${query}`);
  expect(await describePdf(page)).toEqual(Array(3).fill([210, 297]));

  await page.goto(`${shop.url}/admin/ship`);
  await page.getByLabel('Courier for all').fill('Delhivery');
  const awbs = numbers.map((number) => `E2E${number.slice(-6)}`);
  await page.getByLabel('Paste order numbers and AWBs').fill(numbers.map((number, i) => `${number}\t${awbs[i]}`).join('\n'));
  await press('Show what it does');
  await page.getByText('Will be shipped').first().waitFor();
  expect(await axeViolations(page, 'ship')).toEqual([]);
  await press('Ship 3 orders');
  await page.getByText(/: 3 orders\./).waitFor();
  await press('Undo');
  await page.getByText('Undone: 3 orders.').waitFor();
  expect(await page.getByLabel(`AWB of ${numbers[0]}`).inputValue()).toBe(awbs[0]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await press('Ship orders with an AWB');
  await page.getByText(/: 3 orders\./).waitFor();
});
