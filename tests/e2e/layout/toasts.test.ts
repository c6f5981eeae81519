import type { Locator, Page } from 'playwright';
import { describe, expect } from 'vitest';
import { success } from '#lib/contract/messages/successes.ts';
import { TOAST_MS, TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { addToServerCart, createCustomer, fillAddress, saveSession } from '#tests/support/browser/customer.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();
const desktopTest = test.extend('pageOptions', { viewport: desktop });

/** Toasts that are not being removed. */
const toasts = (page: Page) => page.locator('[data-sonner-toast][data-removed=false]');

const settle = (page: Page) =>
  page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)).then(() => undefined));

const boxOf = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
const boxes = <Several extends Locator[]>(...several: Several) =>
  Promise.all(several.map(boxOf)) as Promise<{ [Each in keyof Several]: DOMRect }>;

/** Step of the fake clock, in milliseconds. */
const STEP = 50;

/** Advances the page's clock until the element is visible, because the page's scripts use timers too. */
async function runUntil(page: Page, wanted: Locator, shown = true): Promise<void> {
  for (let steps = 0; steps < 200 && (await wanted.isVisible()) !== shown; steps++) await page.clock.runFor(STEP);
  expect(await wanted.isVisible()).toBe(shown);
}

/** Adds a wallet to the cart with a fake clock; its toast has just appeared. */
async function addWallet(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto(`${shop.url}/products/long-wallet`);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await runUntil(page, toasts(page));
}

/** Closes the cart popup. */
async function closePopup(page: Page): Promise<void> {
  const popup = page.getByRole('dialog', { name: /^Your cart/ });
  await runUntil(page, popup);
  await page.keyboard.press('Escape');
  await runUntil(page, popup, false);
}

/** Expects that the only toast, which has just appeared, closes after `milliseconds`. */
async function expectLife(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds - 3 * STEP);
  expect(await toasts(page).count()).toBe(1);
  await page.clock.runFor(3 * STEP);
  await expect.poll(() => toasts(page).count()).toBe(0);
}

const sizes = [phone, { width: 740, height: 360 }, { width: 768, height: 1024 }, desktop];

/** Whether two boxes have a point in common. */
const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Expects that a toast is seen whole at the top right, and covers none of these elements. */
async function expectClear(page: Page, toast: Locator, ...uncovered: Locator[]): Promise<void> {
  await toast.waitFor();
  await settle(page);
  const { width, height } = page.viewportSize() as typeof phone;
  const [over, ...others] = await boxes(toast, ...uncovered);
  expect(over.top).toBeGreaterThanOrEqual(0);
  expect(over.top).toBeLessThan(height / 8);
  expect(over.right).toBeLessThanOrEqual(width);
  expect(over.right).toBeGreaterThan(width - 80);
  expect(over.left).toBeGreaterThanOrEqual(0);
  expect(await toast.evaluate((one) => getComputedStyle(one).opacity)).toBe('1');
  for (const [i, other] of others.entries()) expect([i, overlap(over, other)]).toEqual([i, false]);
}

test.for(sizes)(
  'at $width×$height px the toasts of the cart are over the popup’s title, and cover neither its lines nor its buttons',
  async (viewport, { page }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${shop.url}/products/long-wallet`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    const popup = page.locator('.cart-panel');
    await popup.locator('.line-item').waitFor();
    const controls = [popup.getByRole('button', { name: 'Close cart' }), popup.getByRole('link', { name: 'Checkout' })];
    await expectClear(page, toasts(page).filter({ hasText: success.itemAdded }), popup.locator('.line-item'), ...controls);
    expect(await page.locator('[data-sonner-toaster]').evaluate((one) => one.closest('[aria-live]')?.ariaLive)).toBe('polite');
    await page.getByRole('button', { name: 'Increase quantity' }).last().click();
    const changed = toasts(page).filter({ hasText: success.quantityUpdated });
    await expectClear(page, changed, popup.locator('.line-item'), ...controls);
    await page.getByRole('button', { name: /^REMOVE/ }).click();
    const removed = toasts(page).filter({ hasText: success.itemRemoved });
    await expectClear(page, removed, controls[0] as Locator, popup.locator('.cart-panel-empty h3'));
    for (const name of ['Undo', 'Close toast']) {
      const [{ width, height }] = await boxes(removed.getByRole('button', { name }));
      expect([width >= 44, height >= 44]).toEqual([true, true]);
    }
  },
);

test.for(sizes)('at $width×$height px a toast covers neither the filters nor the first products', async (viewport, { page }) => {
  await page.setViewportSize(viewport);
  const customer = await createCustomer(shop);
  await saveSession(page, shop, customer);
  await page.goto(`${shop.url}/shop`);
  await page.locator('[data-wish]').first().click();
  const added = toasts(page);
  const heart = page.locator('.found [data-wish][aria-pressed=true]');
  await expectClear(
    page,
    added,
    page.locator('.toolbar'),
    page.locator('.found li').first(),
    page.locator('.found li').nth(1),
    heart,
  );
});

test('a newer toast replaces the one before', async ({ page }) => {
  await page.goto(`${shop.url}/products/long-wallet`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await toasts(page).filter({ hasText: success.itemAdded }).waitFor();
  await page.locator('.cart-panel .line-item').waitFor();
  for (let presses = 0; presses < 3; presses++) {
    await page.getByRole('button', { name: 'Increase quantity' }).last().click();
    await expect.poll(() => toasts(page).allInnerTexts()).toEqual([success.quantityUpdated]);
    expect(await page.locator('[data-sonner-toast][data-visible=true]').count()).toBeLessThanOrEqual(1);
  }
});

/** Refuses to add to a customer's cart, with two reasons. */
async function refuseTwice(page: Page): Promise<void> {
  await saveSession(page, shop, await createCustomer(shop));
  await page.goto(`${shop.url}/products/long-wallet`);
  await page.route('**/api/customer/add-to-cart', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/json',
      body: '{"success":false,"message":["First reason","Second reason"]}',
    }),
  );
  await page.getByRole('button', { name: 'Add to cart' }).click();
}

desktopTest(
  'the entries of a message array follow each other, each for its time or until it is closed',
  async ({ page }) => {
    await refuseTwice(page);
    for (const text of ['First reason', 'Second reason']) {
      await expect.poll(() => toasts(page).allInnerTexts(), { interval: 20 }).toEqual([text]);
      if (text.startsWith('First')) await page.getByRole('button', { name: 'Close toast' }).click();
    }
    await expect.poll(() => toasts(page).count()).toBe(0);
  },
  180_000,
);

describe('a toast closes', () => {
  desktopTest(`after ${TOAST_MS / 1000} seconds`, async ({ page, pageErrors }) => {
    await addWallet(page);
    await expectLife(page, TOAST_MS);
    expect(pageErrors).toEqual([]);
  });

  test(`after ${TOAST_SHORT_MS / 1000} seconds when it is about an order`, async ({ page }) => {
    const customer = await createCustomer(shop);
    await addToServerCart(shop, customer.token, 'long-wallet');
    await saveSession(page, shop, customer);
    await page.goto(`${shop.url}/checkout`);
    await fillAddress(page);
    await page.clock.install();
    await page.reload();
    await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.route('**/api/checkout', (route) =>
      route.fulfill({ status: 422, contentType: 'application/json', body: '{"success":false,"message":"Not just now"}' }),
    );
    await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
    await runUntil(page, toasts(page).filter({ hasText: 'Not just now' }));
    await expectLife(page, TOAST_SHORT_MS);
    await page.unroute('**/api/checkout');
    await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
    await page.waitForURL('**/order-success');
    await runUntil(page, toasts(page).filter({ hasText: success.orderPlaced }));
    await expectLife(page, TOAST_SHORT_MS);
  });
});

desktopTest('a toast stays while the pointer is over it', async ({ page }) => {
  await addWallet(page);
  await closePopup(page);
  await toasts(page).hover();
  await page.clock.runFor(TOAST_MS * 3);
  expect(await toasts(page).count()).toBe(1);
  await page.mouse.move(200, 800);
  await page.clock.runFor(TOAST_MS);
  await expect.poll(() => toasts(page).count()).toBe(0);
});

desktopTest('alt+T focuses the toasts, which stay while focused and close by their button', async ({ page }) => {
  await addWallet(page);
  await closePopup(page);
  await page.keyboard.press('Alt+t');
  const focused = (selector: string) => page.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, selector);
  await expect.poll(() => focused('[data-sonner-toaster]')).toBe(true);
  await page.clock.runFor(TOAST_MS * 3);
  expect(await toasts(page).count()).toBe(1);
  for (let presses = 0; presses < 3 && !(await focused('[data-close-button]')); presses++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.clock.runFor(STEP);
  await expect.poll(() => toasts(page).count()).toBe(0);
});
