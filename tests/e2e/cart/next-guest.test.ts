import { expect } from 'vitest';
import { addToCart, openCustomerCart, storedCartLines } from '#tests/support/browser/customer.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop({ viewport: desktop });

test('a tab that was open before a sign-out shows the next guest’s cart, and keeps it', async ({ page }) => {
  await openCustomerCart(page, shop);
  const old = await page.context().newPage();
  await old.goto(`${shop.url}/cart`);
  await old.getByRole('button', { name: 'Increase quantity' }).waitFor();
  await page.bringToFront();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog', { name: 'Confirm Logout' }).getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${shop.url}/signin`);
  await old.getByRole('heading', { name: 'Your cart is empty' }).waitFor();

  await addToCart(page, shop, 'canvas-cap');
  await old.getByRole('link', { name: 'Canvas Cap' }).first().waitFor();
  await addToCart(page, shop, 'long-wallet');
  await old.getByRole('link', { name: 'Long Wallet' }).first().waitFor();
  for (const tab of [page, old]) expect((await storedCartLines(tab)).sort()).toEqual(['1 × Canvas Cap', '1 × Long Wallet']);
});
