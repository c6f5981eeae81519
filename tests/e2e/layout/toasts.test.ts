import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { success } from '#lib/contract/texts.ts';
import { TOAST_MS, TOAST_SHORT_MS } from '#lib/rules/timings.ts';
import { addToServerCart, createCustomer, fillAddress, saveSession } from '#tests/support/browser/customer.ts';
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';

const shop = await smallShop();

/** Toasts that are not being removed. */
const toasts = (page: Page) => page.locator('[data-sonner-toast][data-removed=false]');

/** Step of the fake clock, in milliseconds. */
const STEP = 50;

/** Advances the page's clock until the element is visible, because the page's scripts use timers too. */
async function runUntil(page: Page, wanted: Locator, shown = true): Promise<void> {
  for (let steps = 0; steps < 200 && (await wanted.isVisible()) !== shown; steps++) await page.clock.runFor(STEP);
  expect(await wanted.isVisible()).toBe(shown);
}

/** Adds a wallet to the cart with a fake clock; its toast has just appeared. */
async function addWallet() {
  const visitor = await openPage({ viewport: desktop });
  const { page } = visitor;
  await page.clock.install();
  await page.goto(`${shop.url}/products/long-wallet`);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await runUntil(page, toasts(page));
  return visitor;
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

test.for([phone, desktop])(
  'a toast is at the top right, beside the cart popup where it fits, and covers no header or title, at $width px',
  async (viewport) => {
    const { page } = await openPage({ viewport });
    await page.goto(`${shop.url}/products/long-wallet`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    const toast = toasts(page).filter({ hasText: success.itemAdded });
    await toast.waitFor();
    const popup = page.locator('.cart-panel');
    await popup.waitFor();
    const edge = await popup.evaluate(async (element) => {
      await Promise.all(element.getAnimations().map((animation) => animation.finished));
      return innerWidth < 960 ? innerWidth : element.getBoundingClientRect().left;
    });
    const { top, bottom, left, right, header } = await toast.evaluate(async (element) => {
      await Promise.all(element.getAnimations().map((animation) => animation.finished));
      // On a phone the cart popup covers the header, so its own title must stay visible.
      const bar = document.querySelector(innerWidth < 960 ? '.cart-panel > header' : '.site-header')?.getBoundingClientRect();
      return { ...(element.getBoundingClientRect().toJSON() as DOMRect), header: bar?.bottom ?? 0 };
    });
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(edge);
    expect(right).toBeGreaterThan(edge - 40);
    expect(top).toBeGreaterThanOrEqual(header);
    expect(bottom).toBeLessThan(viewport.height / 3);
  },
);

test('at 360 px the toast about an added line covers neither the line nor the title of the cart popup', async () => {
  const { page } = await openPage({ viewport: phone });
  await page.goto(`${shop.url}/products/long-wallet`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  const toast = toasts(page).filter({ hasText: success.itemAdded });
  const line = page.locator('.cart-panel .line-item').first();
  await Promise.all([toast.waitFor(), line.waitFor()]);
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  const [over, under, title] = await Promise.all([
    toast.boundingBox(),
    line.boundingBox(),
    page.locator('.cart-panel > header').boundingBox(),
  ]);
  if (!over || !under || !title) throw new Error('Toast, line and title are on screen');
  expect(over.y).toBeGreaterThanOrEqual(title.y + title.height);
  expect(over.y + over.height).toBeLessThanOrEqual(under.y);
});

describe('a toast closes', () => {
  test(`after ${TOAST_MS / 1000} seconds`, async () => {
    const { page, pageErrors } = await addWallet();
    await expectLife(page, TOAST_MS);
    expect(pageErrors).toEqual([]);
  });

  test(`after ${TOAST_SHORT_MS / 1000} seconds when it is about an order`, async () => {
    const { page } = await openPage({ viewport: phone });
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
    await page.getByRole('button', { name: /^Place order/ }).click();
    await runUntil(page, toasts(page).filter({ hasText: 'Not just now' }));
    await expectLife(page, TOAST_SHORT_MS);
    await page.unroute('**/api/checkout');
    await page.getByRole('button', { name: /^Place order/ }).click();
    await page.waitForURL('**/order-success');
    await runUntil(page, toasts(page).filter({ hasText: success.orderPlaced }));
    await expectLife(page, TOAST_SHORT_MS);
  });
});

test('a toast stays while the pointer is over it', async () => {
  const { page } = await addWallet();
  await closePopup(page);
  await toasts(page).hover();
  await page.clock.runFor(TOAST_MS * 3);
  expect(await toasts(page).count()).toBe(1);
  await page.mouse.move(200, 800);
  await page.clock.runFor(TOAST_MS);
  await expect.poll(() => toasts(page).count()).toBe(0);
});

test('alt+T focuses the toasts, which stay while focused and close by their button', async () => {
  const { page } = await addWallet();
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
