import type { Page } from 'playwright';
import type { RunningShop } from '#tests/support/browser/shop-server.ts';
import { captureFullPage, captureViewport } from './capture.ts';

/** Captures the account pages of a customer with an order. */
export async function captureAccount(page: Page, shop: RunningShop, variant: string): Promise<void> {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const visit = (path: string) => page.goto(shop.url + path, { waitUntil: 'networkidle' });
  const show = (section: string) => visit(`/my-account/${section}`);

  await visit('/shop?categories=kurtas');
  await page.locator('main .wish').first().click();
  await page.locator('main .wish[aria-pressed=true]').first().waitFor();
  for (const section of ['orders', 'account', 'password', 'wishlist']) {
    await show(section);
    await captureFullPage(page, `my-account-${section}-${variant}`);
  }
  await show('password');
  await press('Save password');
  await page.getByText('Confirm password is required').waitFor();
  await captureFullPage(page, `my-account-password-refused-${variant}`);

  await show('orders');
  await press(/^View details/);
  await page.getByRole('dialog', { name: 'Order details' }).waitFor();
  await captureViewport(page, `panel-order-${variant}`);
  await press('Cancel Order');
  await page.getByLabel('Reason', { exact: true }).selectOption('Other');
  await press('Confirm');
  await page.getByText('Please specify your reason').waitFor();
  await captureViewport(page, `panel-cancel-order-${variant}`);

  await visit('/faq');
  await press('Account');
  await captureViewport(page, `panel-account-${variant}`);
  await press('Logout');
  await page.getByRole('dialog', { name: 'Confirm Logout' }).waitFor();
  await captureViewport(page, `panel-logout-${variant}`);
}
