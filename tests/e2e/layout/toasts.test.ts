import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { success } from '#lib/contract/messages/successes.ts';
import { TOAST_MS, TOAST_SHORT_MS } from '#lib/rules/timings.ts';
import { addToServerCart, createCustomer, fillAddress, saveSession } from '#tests/support/browser/customer.ts';
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';

const shop = await smallShop();

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

test('a toast is at the top right beside the cart popup, and covers no header or title, on a wide screen', async () => {
  const { page } = await openPage({ viewport: desktop });
  await page.goto(`${shop.url}/products/long-wallet`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  const toast = toasts(page).filter({ hasText: success.itemAdded });
  await Promise.all([toast.waitFor(), page.locator('.cart-panel').waitFor()]);
  await settle(page);
  const [over, popup, header] = await boxes(toast, page.locator('.cart-panel'), page.locator('.site-header'));
  expect(over.left).toBeGreaterThanOrEqual(0);
  expect(over.right).toBeLessThanOrEqual(popup.left);
  expect(over.right).toBeGreaterThan(popup.left - 40);
  expect(over.top).toBeGreaterThanOrEqual(header.bottom);
  expect(over.bottom).toBeLessThan(desktop.height / 3);
});

test.for([phone, { width: 768, height: 1024 }])(
  'at $width px a toast covers nothing that it speaks of: the popup shows an added line, and Undo is over the popup’s title',
  async (viewport) => {
    const { page } = await openPage({ viewport });
    await page.goto(`${shop.url}/products/long-wallet`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    const added = toasts(page).filter({ hasText: success.itemAdded });
    await Promise.all([added.waitFor({ state: 'attached' }), page.locator('.cart-panel .line-item').waitFor()]);
    expect(await added.evaluate((one) => [getComputedStyle(one).opacity, one.getBoundingClientRect().height <= 2])).toEqual([
      '0',
      true,
    ]);
    expect(await page.locator('[data-sonner-toaster]').evaluate((one) => one.closest('[aria-live]')?.ariaLive)).toBe('polite');
    await page.getByRole('button', { name: /^REMOVE/ }).click();
    const removed = toasts(page).filter({ hasText: success.itemRemoved });
    await removed.waitFor();
    await settle(page);
    const [over, empty, undo] = await boxes(
      removed,
      page.locator('.cart-panel-empty h3'),
      removed.getByRole('button', { name: 'Undo' }),
    );
    expect(undo.bottom - undo.top).toBeGreaterThanOrEqual(44);
    expect(over.right).toBeLessThanOrEqual(viewport.width);
    expect(over.bottom).toBeLessThanOrEqual(empty.top);
    expect(over.bottom).toBeLessThanOrEqual(80);
  },
);

test('each entry of a message array is seen as a toast of its own', async () => {
  const { page } = await openPage({ viewport: desktop });
  const customer = await createCustomer(shop);
  await saveSession(page, shop, customer);
  await page.goto(`${shop.url}/products/long-wallet`);
  await page.route('**/api/customer/add-to-cart', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/json',
      body: '{"success":false,"message":["First reason","Second reason"]}',
    }),
  );
  await page.getByRole('button', { name: 'Add to cart' }).click();
  for (const text of ['First reason', 'Second reason']) await toasts(page).getByText(text).waitFor();
  await settle(page);
  const [first, second] = await boxes(toasts(page).filter({ hasText: 'First' }), toasts(page).filter({ hasText: 'Second' }));
  expect(first.top >= second.bottom || second.top >= first.bottom).toBe(true);
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
