import type { Page } from 'playwright';
import { describe, expect, onTestFinished } from 'vitest';
import { failure, lineLimitReached } from '#lib/contract/messages/failures.ts';
import { quantityLowered } from '#lib/contract/messages/notices.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { axeViolations } from '#tests/support/browser/axe.ts';
import {
  addToCart,
  addToServerCart,
  apiData,
  createCustomer,
  openCustomerCart,
  saveCart,
  saveSession,
  serverQuantities,
  storedCartLines,
} from '#tests/support/browser/customer.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';
import { untilPressable } from '#tests/support/until-pressable.ts';

const { shop, test } = await useSmallShop({ viewport: desktop });

const popup = (page: Page) => page.getByRole('dialog', { name: /^Your cart/ });
const lines = (where: Page) => where.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem');
const increase = (where: Page) => where.getByRole('button', { name: 'Increase quantity' });
const decrease = (where: Page) => where.getByRole('button', { name: 'Decrease quantity' });
const remove = (page: Page) => page.getByRole('button', { name: /^REMOVE/ });
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text });

describe('the cart popup', () => {
  test('opens when a product is added and shows its details', async ({ page }) => {
    await addToCart(page, shop, 'plain-tee', 'S');
    expect(await popup(page).getByRole('heading').first().innerText()).toBe('Your cart (1 item)');
    const line = popup(page).getByRole('listitem');
    expect(await line.locator('.picture').count()).toBe(1);
    const text = await line.innerText();
    for (const fact of ['Plain Tee', 'Size: S', '₹499.00 × 1', 'REMOVE']) expect(text).toContain(fact);
    const leads = async (name: string) =>
      new URL(present(await popup(page).getByRole('link', { name }).getAttribute('href')), shop.url).pathname;
    expect([await leads('Checkout'), await leads('View Cart'), await leads('Continue Shopping')]).toEqual([
      '/cart',
      '/cart',
      '/shop',
    ]);
    await toast(page, success.itemAdded).waitFor();

    await popup(page).getByRole('button', { name: 'Increase quantity' }).click();
    await popup(page).getByText('Your cart (2 items)').waitFor();
    expect(await line.innerText()).toContain('₹499.00 × 2');
    expect(await line.innerText()).toContain('₹998.00');
  });

  test('locks the page’s scroll and traps the focus, until Escape restores both', async ({ page }) => {
    await addToCart(page, shop, 'plain-tee', 'S');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab');
      await expect.poll(() => popup(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await popup(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add to cart');
  }, 180_000);

  test('closes by its button and by a click outside', async ({ page }) => {
    await addToCart(page, shop, 'long-wallet');
    await popup(page).getByRole('button', { name: 'Close cart' }).click();
    await popup(page).waitFor({ state: 'detached' });
    await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click();
    await popup(page).waitFor();
    await untilPressable(popup(page));
    await page.mouse.click(100, 500);
    await popup(page).waitFor({ state: 'detached' });
  });

  test('leads a signed-in customer straight to the checkout', async ({ customerPage: page }) => {
    await addToCart(page, shop, 'long-wallet');
    expect(await popup(page).getByRole('link', { name: 'Checkout' }).getAttribute('href')).toBe('/checkout');
  });
});

describe('the quantity stepper', () => {
  test('stops at five, and at the stock', async ({ page }) => {
    for (const [size, most] of [
      ['S', 5],
      ['M', 3],
    ] as const) {
      await addToCart(page, shop, 'plain-tee', size);
      const line = popup(page)
        .getByRole('listitem')
        .filter({ hasText: `Size: ${size}` });
      const more = line.getByRole('button', { name: 'Increase quantity' });
      for (let n = 1; n < most; n++) await more.click();
      await expect.poll(() => line.getByRole('status').innerText()).toBe(String(most));
      expect(await more.isDisabled()).toBe(true);
    }
    await page.goto(`${shop.url}/products/plain-tee`);
    await page.getByRole('radio', { name: 'M', exact: true }).check();
    await page.getByText('You’ve added the most you can order (3).').waitFor();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await toast(page, lineLimitReached('Plain Tee')).waitFor();
    expect(await storedCartLines(page)).toEqual(['5 × Plain Tee S', '3 × Plain Tee M']);
  });

  test('removes the line when decreased at one', async ({ page }) => {
    await addToCart(page, shop, 'plain-tee', 'S');
    await popup(page).getByRole('button', { name: 'Increase quantity' }).click();
    await popup(page).getByRole('button', { name: 'Decrease quantity' }).click();
    await popup(page).getByText('Your cart (1 item)').waitFor();
    await popup(page).getByRole('button', { name: 'Decrease quantity' }).click();
    await popup(page).getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    await toast(page, success.itemRemoved).waitFor();
  });
});

describe('the cart page', () => {
  test('shows lines and total, survives a reload, and empties', async ({ pageErrors, page }) => {
    await addToCart(page, shop, 'plain-tee', 'S');
    await addToCart(page, shop, 'long-wallet');
    await page.goto(`${shop.url}/cart`);
    await expect.poll(() => lines(page).count()).toBe(2);
    const summary = page.getByRole('region', { name: 'Order summary' });
    expect(await summary.innerText()).toMatch(/Items \(2\)\s+₹1,798\.00\s+Shipping\s+Free\s+Total\s+₹1,798\.00/);
    await increase(page).nth(1).click();
    await expect.poll(() => summary.innerText()).toMatch(/Total\s+₹3,097\.00/);
    await page.reload();
    await expect.poll(() => summary.innerText()).toMatch(/Total\s+₹3,097\.00/);
    expect(await page.getByRole('link', { name: 'Checkout' }).getAttribute('href')).toBe('/checkout');
    await remove(page).first().click();
    await remove(page).first().click();
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    expect(await page.locator('main').getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/shop');
    expect(pageErrors).toEqual([]);
  });

  test('lowers a quantity to the stock and says so beside the line', async ({ page }) => {
    await addToCart(page, shop, 'canvas-cap');
    await popup(page).getByRole('button', { name: 'Increase quantity' }).click();
    onTestFinished(async () => void (await shop.store('stock', 'canvas-cap', '40')));
    await shop.store('stock', 'canvas-cap', '1');
    await page.goto(`${shop.url}/cart`);
    await lines(page).getByText(quantityLowered(1)).waitFor();
    await lines(page).getByText('₹350.00 × 1').waitFor();
  });

  test('shows what is saved, and brings a removed line back by keyboard', async ({ page }) => {
    await addToCart(page, shop, 'long-wallet');
    await addToCart(page, shop, 'plain-tee', 'S');
    await popup(page).getByText('You save ₹500.00').first().waitFor();
    await popup(page).getByRole('button', { name: 'REMOVE Long Wallet' }).click();
    await toast(page, success.itemRemoved).waitFor();
    await page.keyboard.press('Shift+Tab');
    const undo = page.getByRole('button', { name: 'Undo' });
    for (let presses = 0; presses < 20 && !(await undo.evaluate((one) => one === document.activeElement)); presses++) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => storedCartLines(page)).toEqual(['1 × Long Wallet', '1 × Plain Tee S']);
    await page.goto(`${shop.url}/cart`);
    expect(await page.getByRole('region', { name: 'Order summary' }).innerText()).toContain('You save ₹500.00');
  });

  test('moves a customer’s line to the wishlist', async ({ page }) => {
    const token = await openCustomerCart(page, shop);
    await page.getByRole('button', { name: 'Move to wishlist' }).click();
    await toast(page, success.wishMoved).waitFor();
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    await expect.poll(() => serverQuantities(shop, token)).toEqual([]);
    const wishes = await apiData<{ product: { slug: string } }[]>(shop, '/customer/wishlist', undefined, token);
    expect(wishes.map(({ product }) => product.slug)).toEqual(['plain-tee']);
    await page.getByRole('heading', { name: /Recently viewed|Shop by category/ }).waitFor();
    expect(await axeViolations(page, 'an empty cart')).toEqual([]);
  });

  test('continues with an empty cart when the saved state is damaged', async ({ pageErrors, page }) => {
    await page.goto(`${shop.url}/faq`);
    for (const damaged of [
      '{',
      '{"v":1,"cart":{"cartItems":"oops"}}',
      '{"v":99}',
      'null',
      '{"v":1,"cart":{"cartItems":[{"quantity":-1}]}}',
    ]) {
      await page.evaluate((text) => localStorage.setItem('haat', text), damaged);
      await page.goto(`${shop.url}/cart`);
      await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    }
    expect(pageErrors).toEqual([]);
  });

  test('opens as a page when its popup cannot be loaded', async ({ page }) => {
    await page.route(/\/_astro\/CartPanel\..*\.js/, (route) => route.abort());
    await page.goto(`${shop.url}/products/plain-tee`);
    await page.getByRole('radio', { name: 'M', exact: true }).check();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL(/\/cart$/);
    await expect.poll(() => lines(page).count()).toBe(1);
  });

  test('says that it is lost on the next page where the browser saves nothing', async ({ page }) => {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Access is denied for this document', 'SecurityError');
      };
      for (const kind of ['localStorage', 'sessionStorage']) Object.defineProperty(window, kind, { get: refuse });
    });
    await page.goto(`${shop.url}/products/plain-tee`);
    await page.getByRole('radio', { name: 'M', exact: true }).check();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    const popup = page.getByRole('dialog');
    await popup.getByText('Your cart (1 item)').waitFor();
    await popup
      .getByRole('alert')
      .getByText(/your cart is lost on the next page.*allow site data/)
      .waitFor();
    if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/unsaved.png` });
    await popup.getByRole('link', { name: 'View Cart' }).click();
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    await page.getByText(/your cart is lost on the next page/).waitFor();
  });
});

/** Fills local storage up to a number of characters. */
const fillStorage = (page: Page, room: number) =>
  page.evaluate((left) => {
    for (let size = 1 << 20, i = 0; size >= 1; ) {
      try {
        localStorage.setItem(`filler${i}`, 'x'.repeat(size));
        i++;
      } catch {
        size >>= 1;
      }
    }
    localStorage.setItem('filler0', 'x'.repeat((1 << 20) - left));
  }, room);

test.for([0, 60, 300])(
  'a cart that no longer fits in storage (%i characters left) is said to be lost',
  async (room, { page }) => {
    await page.goto(`${shop.url}/products/plain-tee`);
    await fillStorage(page, room);
    await page.getByRole('radio', { name: 'M', exact: true }).check();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText(/no storage left, so your cart is lost on the next page/)
      .waitFor();
  },
);

describe('when the store cannot be reached, a customer’s cart', () => {
  test('restores a removed line', async ({ page }) => {
    const token = await openCustomerCart(page, shop);
    await page.route('**/api/customer/remove-to-cart', (route) => route.abort());
    await remove(page).click();
    await toast(page, failure.cartRemove).waitFor();
    await expect.poll(() => lines(page).count()).toBe(1);
    expect(await serverQuantities(shop, token)).toEqual([1]);
    await page.unroute('**/api/customer/remove-to-cart');
    await remove(page).click();
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
    await expect.poll(() => serverQuantities(shop, token)).toEqual([]);
  });

  test('restores its quantity', async ({ page }) => {
    const token = await openCustomerCart(page, shop);
    await page.route('**/api/customer/add-to-cart', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{"success":false,"message":"Not just now"}' }),
    );
    await increase(page).click();
    await toast(page, 'Not just now').waitFor();
    await expect.poll(() => lines(page).getByRole('status').innerText()).toBe('1');
    await page.unroute('**/api/customer/add-to-cart');
    await increase(page).click();
    await toast(page, success.cartUpdated).waitFor();
    expect(await serverQuantities(shop, token)).toEqual([2]);
  });
});

test.for(['/cart', '/checkout'])(
  'a customer’s cart that could not be loaded is loaded once there is a connection (%s)',
  async (path, { page }) => {
    const user = await createCustomer(shop);
    await addToServerCart(shop, user.token, 'plain-tee', 'S');
    await saveSession(page, shop, user);
    await page.route('**/api/customer/cart', (route) => route.abort());
    await page.goto(shop.url + path);
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/api/customer/cart');
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.getByText('Plain Tee').filter({ visible: true }).first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  },
);

test('a change that fails without a connection says so, and is made by Try again', async ({ page }) => {
  const token = await openCustomerCart(page, shop);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await increase(page).click();
  await toast(page, failure.offline).waitFor();
  await expect.poll(() => lines(page).getByRole('status').innerText()).toBe('1');
  await page.context().setOffline(false);
  await toast(page, failure.offline).getByRole('button', { name: 'Try again' }).click();
  await toast(page, success.cartUpdated).waitFor();
  expect(await serverQuantities(shop, token)).toEqual([2]);
});

test('a withdrawn product in a guest’s cart has no price and counts nowhere', async ({ page }) => {
  await saveCart(page, shop, ['plain-tee', 'S'], ['plain-tee', 'M']);
  await page.route('**/single-product-details/**', async (route) => {
    const reply = await (await route.fetch()).json();
    reply.data.variants = reply.data.variants.filter(
      (variant: { product_variation: string }) => variant.product_variation !== 'M',
    );
    await route.fulfill({ json: reply });
  });
  await page.goto(`${shop.url}/cart`);
  const withdrawn = lines(page).filter({ hasText: 'No longer available' });
  await withdrawn.waitFor();
  expect(await withdrawn.innerText()).not.toMatch(/₹|×|save/);
  expect(await page.getByText('Items (1)').isVisible()).toBe(true);
  const badge = page.locator('[data-cart-count]');
  await expect.poll(() => badge.innerText()).toBe('1');
  // Before its island has hydrated, too.
  await page.goto(`${shop.url}/faq`);
  expect(await badge.innerText()).toBe('1');
});

test('two tabs show the same cart, and the popup opens in one of them only', async ({ page }) => {
  await addToCart(page, shop, 'plain-tee', 'S');
  await page.keyboard.press('Escape');
  await page.goto(`${shop.url}/cart`);
  const other = await page.context().newPage();
  await other.goto(`${shop.url}/cart`);
  await lines(other).first().waitFor();
  await lines(page).first().waitFor();

  await increase(page).click();
  await expect.poll(() => lines(other).getByRole('status').innerText()).toBe('2');
  await decrease(other).click();
  await expect.poll(() => lines(page).getByRole('status').innerText()).toBe('1');

  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click();
  await popup(page).waitFor();
  expect(await other.getByRole('dialog').count()).toBe(0);
  await decrease(other).click();
  await popup(page).getByRole('heading', { name: 'Your cart is empty' }).waitFor();
});

test('two guest tabs that add in the same moment lose nothing', async ({ page }) => {
  const other = await page.context().newPage();
  await page.goto(`${shop.url}/products/long-wallet`);
  await other.goto(`${shop.url}/products/canvas-cap`);
  await Promise.all([page, other].map((tab) => tab.getByRole('button', { name: 'Add to cart' }).click()));
  for (const tab of [page, other]) {
    await tab.getByRole('dialog', { name: 'Your cart (2 items)' }).waitFor();
    await expect.poll(async () => (await storedCartLines(tab)).sort()).toEqual(['1 × Canvas Cap', '1 × Long Wallet']);
  }
});
