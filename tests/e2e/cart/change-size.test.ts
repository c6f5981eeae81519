import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import {
  addToCart,
  addToServerCart,
  apiData,
  createCustomer,
  fillAddress,
  saveCart,
  saveSession,
  storedCartLines,
} from '#tests/support/browser/customer.ts';
import { pressPlaceOrder } from '#tests/support/browser/place-order.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { present } from '#tests/support/present.ts';
import { useShop } from '#tests/support/shop-test.ts';

const row = { handle: 'plain-tee', title: 'Plain Tee', type: 'T-Shirts', price: '499.00', mrp: '999.00' };
const shirt = { handle: 'linen-shirt', type: 'Shirts', option: 'Size / Colour', price: '1499.00' };
const { shop, test } = await useShop(
  startSmallShop([
    { ...row, size: 'S', stock: '90' },
    { ...row, title: '', size: 'M', stock: '3' },
    { ...row, title: '', size: 'L', stock: '0' },
    { ...row, title: '', size: 'XL', stock: '9', price: '599.00' },
    { ...shirt, title: 'Linen Shirt', size: 'M / Navy', stock: '9' },
    { ...shirt, title: '', size: 'L / Navy', stock: '9' },
    { handle: 'long-wallet', title: 'Long Wallet', type: 'Wallet', price: '1299.00', stock: '900' },
  ]),
  { viewport: { width: 360, height: 740 }, hasTouch: true },
);

const sizeButton = (size: string, at: Page) => at.getByRole('button', { name: `Size: ${size}, change for Plain Tee` });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Choose a size' });
const choice = (page: Page, size: string) => sheet(page).getByRole('button', { name: new RegExp(`^${size}\\b`) });
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe('the size of a cart line', () => {
  test('is changed by a guest in two taps on the cart page; the focus goes to the new line', async ({ page, pageErrors }) => {
    await saveCart(page, shop, ['plain-tee', 'S'], ['long-wallet']);
    await page.goto(`${shop.url}/cart`);
    const box = await sizeButton('S', page).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    await sizeButton('S', page).tap();
    await choice(page, 'S').waitFor();
    expect(await choice(page, 'S').getAttribute('aria-pressed')).toBe('true');
    expect([await choice(page, 'L').isDisabled(), await choice(page, 'L').innerText()]).toEqual([true, 'L\nSold out']);
    expect(await choice(page, 'XL').innerText()).toBe('XL\n₹599.00');
    expect(await axeViolationsInThemes(page, 'the sizes of a cart line')).toEqual([]);
    await choice(page, 'XL').tap();
    await sizeButton('XL', page).waitFor();
    expect(await storedCartLines(page)).toEqual(['1 × Plain Tee XL', '1 × Long Wallet']);
    expect(await page.locator('.line-item').first().innerText()).toContain('₹599.00 × 1');
    await expect.poll(() => focusedText(page)).toBe('Size: XL');
    expect(pageErrors).toEqual([]);
  });

  test('is changed in the popup, which stays open', async ({ page }) => {
    await addToCart(page, shop, 'plain-tee', 'S');
    await sizeButton('S', page).tap();
    await choice(page, 'M').tap();
    await sizeButton('M', page).waitFor();
    await page.getByRole('dialog', { name: 'Your cart (1 item)' }).waitFor();
    await expect.poll(() => focusedText(page)).toBe('Size: M');
  });

  test('is changed by a customer with the specified calls, in every tab', async ({ page }) => {
    const user = await createCustomer(shop);
    await addToServerCart(shop, user.token, 'plain-tee', 'S', 2);
    await saveSession(page, shop, user);
    await page.goto(`${shop.url}/cart`);
    const other = await page.context().newPage();
    await other.goto(`${shop.url}/cart`);
    await sizeButton('S', other).waitFor();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && /to-cart$/.test(request.url())) calls.push(new URL(request.url()).pathname);
    });
    await sizeButton('S', page).tap();
    await choice(page, 'M').tap();
    await page.locator('[data-sonner-toast]').filter({ hasText: 'Cart updated successfully' }).waitFor();
    expect(calls.map((path) => path.replace('/api', ''))).toEqual(['/customer/add-to-cart', '/customer/remove-to-cart']);
    await sizeButton('M', other).waitFor();
    await sizeButton('S', other).waitFor({ state: 'detached' });
    const { cart } = await apiData<{ cart: { quantity: number; selected_variant: { product_variation: string } }[] }>(
      shop,
      '/customer/cart',
      undefined,
      user.token,
    );
    expect(cart.map(({ quantity, selected_variant }) => [quantity, selected_variant.product_variation])).toEqual([[2, 'M']]);
  });

  test('stays when the choices are closed or cannot be loaded, which is said', async ({ page }) => {
    await saveCart(page, shop, ['plain-tee', 'S']);
    await page.goto(`${shop.url}/cart`);
    await page.route('**/api/single-product-details/**', (route) => route.abort('internetdisconnected'));
    await sizeButton('S', page).tap();
    await sheet(page).getByRole('alert').waitFor();
    await page.unroute('**/api/single-product-details/**');
    await sheet(page).getByRole('button', { name: 'Try again' }).click();
    await choice(page, 'M').waitFor();
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached' });
    await expect.poll(() => focusedText(page)).toBe('Size: S');
    expect(await storedCartLines(page)).toEqual(['1 × Plain Tee S']);
  });
});

test('several options are named one by one in cart, checkout, order and the owner’s command', async ({ page }) => {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'linen-shirt', 'M / Navy');
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/cart`);
  await page.getByRole('button', { name: 'Size: M · Colour: Navy, change for Linen Shirt' }).tap();
  const choices = page.getByRole('dialog', { name: 'Choose a size and colour' });
  await choices.getByRole('button', { name: 'L / Navy' }).tap();
  await page.getByRole('button', { name: 'Size: L · Colour: Navy' }).waitFor();
  await page.locator('[data-sonner-toast]').filter({ hasText: 'Cart updated successfully' }).waitFor();
  await page.goto(`${shop.url}/checkout`);
  await fillAddress(page);
  const summary = page.getByRole('complementary', { name: 'Order summary' });
  await summary.getByText('Order summary').click();
  await summary.getByText('Size: L · Colour: Navy, Qty 1').waitFor();
  await pressPlaceOrder(page, '₹1,499.00');
  await page.waitForURL('**/order-success');
  await page.getByText('Size: L · Colour: Navy, Qty 1').waitFor();
  const [order] = await apiData<{ order_number: string }[]>(shop, '/customer/orders', undefined, user.token);
  expect(await shop.store('order', present(order).order_number)).toContain('Size: L · Colour: Navy');
  await page.getByRole('link', { name: 'View order' }).click();
  await page.getByRole('dialog').getByText('Size: L · Colour: Navy').waitFor();
  expect(await axeViolationsInThemes(page, 'an order with several options')).toEqual([]);
  const cancel = page.getByRole('button', { name: 'Cancel Order' });
  const [colour, background] = await cancel.evaluate((button) => {
    const { color, backgroundColor, borderColor } = getComputedStyle(button);
    return [color === borderColor ? color : '', backgroundColor];
  });
  expect(colour).toBe('rgb(179, 38, 30)');
  expect(background).not.toBe(colour);
});
