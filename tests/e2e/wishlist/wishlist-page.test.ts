import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Product } from '#lib/contract/catalogue.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { apiData, createCustomer, type Session, saveSession, serverQuantities } from '#tests/support/browser/customer.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { type Row, smallCatalogue } from '#tests/support/browser/small-catalogue.ts';
import { tabTo } from '#tests/support/browser/tab-to.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const catalogue: readonly Row[] = [
  ...smallCatalogue,
  { handle: 'rare-belt', title: 'Rare Belt', type: 'Belts', price: '650.00', stock: '2' },
  { handle: 'silk-stole', title: 'Silk Stole', type: 'Scarves', option: 'Colour', size: 'Red', price: '899.00', stock: '9' },
  { handle: 'silk-stole', title: '', option: 'Colour', size: 'Navy', price: '899.00', stock: '9' },
  { handle: 'gone-scarf', title: 'Gone Scarf', type: 'Scarves', price: '450.00', stock: '0' },
];

const { shop, test } = await useShop(startSmallShop(catalogue), { viewport: desktop });

const wishes = (where: Page) => where.getByRole('list', { name: 'Your wishlist' }).getByRole('listitem');
const wish = (name: string, where: Page) => wishes(where).filter({ hasText: name });
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text });
const popup = (page: Page) => page.getByRole('dialog', { name: /^Your cart/ });
const onServer = async ({ token }: Session) =>
  (await apiData<{ product: Product }[]>(shop, '/customer/wishlist', undefined, token)).map(({ product }) => product.slug);

/** Opens the wishlist of a new customer with these products, added in this order. */
async function openWishes(page: Page, ...slugs: string[]): Promise<Session> {
  const user = await createCustomer(shop);
  for (const slug of slugs) {
    const { product_id } = await apiData<Product>(shop, `/single-product-details/${slug}`);
    await apiData(shop, '/customer/add-to-wishlist', { product_id }, user.token);
  }
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/my-account/wishlist`);
  if (slugs.length > 0) await wishes(page).first().waitFor();
  return user;
}

test('the wishlist shows its products, newest first, with price, stock and the next step', async ({ page, pageErrors }) => {
  await openWishes(page, 'long-wallet', 'plain-tee', 'silk-stole', 'rare-belt', 'gone-scarf');
  expect(await page.getByRole('main').getByText('5 products').count()).toBe(1);
  expect(await wishes(page).getByRole('heading').allInnerTexts()).toEqual([
    'Gone Scarf',
    'Rare Belt',
    'Silk Stole',
    'Plain Tee',
    'Long Wallet',
  ]);
  expect(await wish('Gone Scarf', page).getByRole('button', { name: 'Sold out' }).isDisabled()).toBe(true);
  expect(await wish('Rare Belt', page).innerText()).toContain('Only 2 left');
  const tee = await wish('Plain Tee', page).innerText();
  for (const said of ['₹499.00', '₹999.00', '50% off']) expect(tee).toContain(said);
  expect(await wish('Plain Tee', page).getByRole('link', { name: 'Choose a size' }).getAttribute('href')).toBe(
    '/products/plain-tee',
  );
  expect(await wish('Plain Tee', page).getByRole('button', { name: 'Add to cart' }).count()).toBe(0);
  expect(await wish('Silk Stole', page).getByRole('link', { name: 'Choose a colour of Silk Stole' }).count()).toBe(1);
  expect(await wish('Long Wallet', page).getByRole('heading').getByRole('link').getAttribute('href')).toBe(
    '/products/long-wallet',
  );
  expect(pageErrors).toEqual([]);
});

test('a product without sizes can be added to the cart, and closing the cart restores the focus', async ({ page }) => {
  const user = await openWishes(page, 'long-wallet');
  await wish('Long Wallet', page).getByRole('button', { name: 'Add to cart' }).click();
  await popup(page).getByText('Your cart (1 item)').waitFor();
  expect(await serverQuantities(shop, user.token)).toEqual([1]);
  await page.keyboard.press('Escape');
  await popup(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Add to cart');
  expect(await onServer(user)).toEqual(['long-wallet']);
});

test('removing a product applies at once in every tab, shows a toast for two seconds and moves the focus', async ({ page }) => {
  await page.clock.install();
  const user = await openWishes(page, 'long-wallet', 'plain-tee');
  const other = await page.context().newPage();
  await other.goto(`${shop.url}/my-account/wishlist`);
  await wish('Plain Tee', other).waitFor();
  await wish('Plain Tee', page).getByRole('button', { name: 'Remove Plain Tee' }).click();
  await wish('Plain Tee', page).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Remove Long Wallet');
  await toast(page, success.wishRemoved).waitFor();
  await wish('Plain Tee', other).waitFor({ state: 'detached' });
  expect(await onServer(user)).toEqual(['long-wallet']);
  await page.mouse.move(700, 850);
  await page.clock.runFor(TOAST_SHORT_MS + 1000);
  await expect.poll(() => toast(page, success.wishRemoved).count()).toBe(0);
});

test('a product returns to the wishlist when removing it fails', async ({ page }) => {
  await openWishes(page, 'long-wallet', 'plain-tee');
  await page.route('**/api/customer/remove-to-wishlist', (route) => route.abort(), { times: 1 });
  await wish('Long Wallet', page).getByRole('button', { name: 'Remove Long Wallet' }).click();
  await toast(page, failure.store).waitFor();
  await wish('Long Wallet', page).waitFor();
  expect(await wishes(page).getByRole('heading').allInnerTexts()).toEqual(['Plain Tee', 'Long Wallet']);
});

test('an empty wishlist links to the shop, also after the last product was removed', async ({ page }) => {
  await openWishes(page, 'long-wallet');
  await wish('Long Wallet', page).getByRole('button', { name: 'Remove Long Wallet' }).click();
  await page.getByRole('heading', { name: 'Your wishlist is empty' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  const leads = (name: string) => page.getByRole('main').getByRole('link', { name }).getAttribute('href');
  expect([await leads('Browse the shop'), await leads('Shop by category')]).toEqual(['/shop', '/categories']);
});

test('the wishlist shows placeholders while it loads, reports a failed load, and can be retried', async ({ page }) => {
  const seen = Promise.withResolvers<void>();
  await page.route('**/api/customer/wishlist', async (route) => {
    await seen.promise;
    await route.abort();
  });
  const user = await openWishes(page);
  await page.getByText('Loading your wishlist…').waitFor();
  seen.resolve();
  await page.getByRole('main').getByRole('alert').getByText(failure.store).waitFor();
  expect(await page.getByText('Your wishlist is empty').count()).toBe(0);
  await page.unroute('**/api/customer/wishlist');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('alert').getByText(failure.offline).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Your wishlist is empty' }).waitFor();
  expect(await onServer(user)).toEqual([]);
});

test('the wishlist can be used with the keyboard alone', async ({ page }) => {
  const user = await openWishes(page, 'long-wallet', 'canvas-cap');
  await page.getByRole('main').focus();
  await tabTo(page.getByRole('button', { name: 'Remove Canvas Cap' }));
  await page.keyboard.press('Enter');
  await wish('Canvas Cap', page).waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Remove Long Wallet');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await popup(page).getByText('Your cart (1 item)').waitFor();
  await expect.poll(() => onServer(user)).toEqual(['long-wallet']);
});
