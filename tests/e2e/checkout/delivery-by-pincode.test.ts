import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { newMobile, saveCart, verifyMobile } from '#tests/support/browser/customer.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { useShop } from '#tests/support/shop-test.ts';

const zones = `Zone,Pincodes,States,Days,Order From,Charge,Free From,COD,COD Fee,COD Up To
Kerala,,Kerala,1-2,,40,,yes,25,
Islands,744,,6-9,,150,,no,,
`;

const { shop, test } = await useShop(startSmallShop());
const file = join(shop.dataDir, 'zones.csv');
writeFileSync(file, zones);
await shop.store('shipping', 'import', file);

const byDate = /by (Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} [A-Z][a-z]{2}/;
const pincode = (page: Page) => page.getByLabel('Delivery pincode');
const says = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();

describe('the product page of a shop with zones', () => {
  test('checks the pincode at its sixth digit, and remembers it on the next page', async ({ page, pageErrors }) => {
    await page.goto(`${shop.url}/products/long-wallet`);
    await pincode(page).pressSequentially('682001');
    for (const part of ['Deliver to 682001', byDate, /Kerala/, 'Shipping ₹40.00', 'Cash on delivery available, fee ₹25.00'])
      await says(page, part);
    expect(await axeViolationsInThemes(page, 'a shop with zones')).toEqual([]);
    await page.mouse.move(0, 0);
    await page.goto(`${shop.url}/products/plain-tee`);
    await says(page, byDate);
    expect(pageErrors).toEqual([]);
  });

  test('says that a pincode is not served, and where cash on delivery is not taken', async ({ page }) => {
    await page.goto(`${shop.url}/products/long-wallet`);
    await pincode(page).fill('110001');
    await says(page, 'We do not deliver to 110001.');
    await page.getByRole('button', { name: 'Change' }).click();
    await pincode(page).fill('744101');
    await says(page, 'Cash on delivery is not available for this pincode');
  });
});

test('cart, checkout, order and its page say the same', async ({ page, pageErrors }) => {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/cart`);
  await says(page, 'Depends on pincode');
  await pincode(page).fill('682001');
  await says(page, byDate);
  const by = byDate.exec(await page.getByRole('main').innerText())?.[0] ?? '';
  await expect.poll(() => page.locator('.totals').innerText()).toMatch(/Shipping\s+₹40\.00/);
  expect(await axeViolationsInThemes(page, 'a shop with zones')).toEqual([]);

  await page.goto(`${shop.url}/checkout`);
  await verifyMobile(page, newMobile());
  await page.getByLabel('First name').fill('Meera');
  await page.getByLabel('Last name').fill('Nair');
  await page.getByLabel('Email').fill('meera@example.in');
  // Before the address is complete.
  await page.getByLabel('Pincode', { exact: true }).fill('110001');
  await says(page, 'We do not deliver to 110001.');
  await page.getByLabel('City', { exact: true }).fill('Delhi');
  await page.getByLabel('State', { exact: true }).fill('Delhi');
  await page.getByLabel('Address', { exact: true }).fill('14, Lake View Road');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect.poll(() => page.getByLabel('Pincode', { exact: true }).getAttribute('aria-invalid')).toBe('true');

  await page.getByLabel('Pincode', { exact: true }).fill('682001');
  await says(page, by);
  await page.getByLabel('City', { exact: true }).fill('Kochi');
  await page.getByLabel('State', { exact: true }).fill('Kerala');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
  await page.getByRole('radio', { name: 'Cash on Delivery (COD)' }).check();
  await says(page, by);
  const total = /₹[\d,.]+/.exec(await page.locator('.place-bar').innerText())?.[0] ?? '';
  await expect
    .poll(async () => {
      const place = page.getByRole('button', { name: /^(Place order|Pay ₹)/ });
      if (await place.isVisible()) await place.click();
      return page.url();
    })
    .toContain('/order-success');
  await says(page, by);
  expect(await page.getByRole('main').innerText()).toContain(total);
  await page.getByRole('link', { name: 'View order' }).click();
  await says(page, by);
  expect(pageErrors).toEqual([]);
});
