import type { Page } from 'playwright';
import { describe, expect, onTestFinished } from 'vitest';
import { DROPDOWN_CLOSE_MS } from '#lib/site/timings.ts';
import { CATEGORIES_BEFORE_MORE, HEADER_SHRINK_PX } from '#lib/site/ui-thresholds.ts';
import { categoryPath } from '#tests/support/browser/addresses.ts';
import { addToCart, allProducts } from '#tests/support/browser/customer.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop({ viewport: desktop });
const phoneTest = test.extend('pageOptions', { viewport: phone });

/** Opens the header on a wide screen with a fake clock. */
async function openHeader(page: Page) {
  await page.clock.install();
  await page.goto(shop.url);
  const main = page.getByRole('navigation', { name: 'Main' });
  const panel = main.locator('.dropdown-panel');
  const open = async () => {
    await main.getByText('Category', { exact: true }).hover();
    await panel.waitFor();
  };
  return { main, panel, open };
}

describe('the Category dropdown', () => {
  test('shows the first ten sub-categories, all with Show more, ten again with Show less', async ({ page }) => {
    const { main, panel, open } = await openHeader(page);
    await open();
    const shown = panel.locator('li:visible a');
    expect(await shown.count()).toBe(CATEGORIES_BEFORE_MORE);
    await panel.getByText('Show more').click();
    const everything = await shown.count();
    expect(everything).toBeGreaterThan(CATEGORIES_BEFORE_MORE);
    await panel.getByText('Show less').click();
    expect(await shown.count()).toBe(CATEGORIES_BEFORE_MORE);
    const name = await shown.nth(2).innerText();
    await shown.nth(2).click();
    await page.waitForURL(`**${categoryPath(name)}`);
    expect(await main.isVisible()).toBe(true);
  });

  test('stays open after Show less until the pointer leaves, and opens with ten each time', async ({ page }) => {
    const { panel, open } = await openHeader(page);
    const shown = panel.locator('li:visible a');
    await open();
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const ending of ['Show less', 'Show more']) {
      await panel.getByText('Show more').click();
      if (ending === 'Show less') await panel.getByText('Show less').click();
      // The pointer rests where the button was.
      await page.clock.runFor(DROPDOWN_CLOSE_MS * 3);
      expect(await panel.isVisible()).toBe(true);
      await page.mouse.move(20, 700);
      await page.clock.runFor(DROPDOWN_CLOSE_MS + 1);
      await panel.waitFor({ state: 'hidden' });
      await open();
      expect(await shown.count()).toBe(CATEGORIES_BEFORE_MORE);
    }
  });

  test('closes 300 ms after the pointer leaves, unless it returns', async ({ page }) => {
    const { panel, open } = await openHeader(page);
    await open();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.mouse.move(20, 700);
    await page.clock.runFor(DROPDOWN_CLOSE_MS - 1);
    await panel.waitFor();
    await open();
    await page.clock.runFor(DROPDOWN_CLOSE_MS * 2);
    await panel.waitFor();
    await page.mouse.move(20, 700);
    await page.clock.runFor(DROPDOWN_CLOSE_MS - 1);
    await panel.waitFor();
    await page.clock.runFor(2);
    expect(await panel.isVisible()).toBe(false);
  });

  test('opens by keyboard, and Escape closes it and restores the focus', async ({ page }) => {
    const { main, panel } = await openHeader(page);
    const summary = main.locator('summary').filter({ hasText: 'Category' });
    await summary.focus();
    await page.keyboard.press('Enter');
    await panel.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    expect(await panel.isVisible()).toBe(false);
    await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('closes on a click outside', async ({ page }) => {
    const { main, panel } = await openHeader(page);
    await main.locator('summary').filter({ hasText: 'Category' }).focus();
    await page.keyboard.press('Enter');
    await panel.waitFor();
    await page.mouse.click(30, 800);
    expect(await panel.isVisible()).toBe(false);
  });
});

test('the logo or name links home, Home and Shop link to their pages', async ({ page }) => {
  await page.goto(`${shop.url}/faq`);
  const banner = page.getByRole('banner');
  expect(await banner.locator('a.brand').getAttribute('href')).toBe('/');
  const main = page.getByRole('navigation', { name: 'Main' });
  expect(await main.getByRole('link', { name: 'Home', exact: true }).getAttribute('href')).toBe('/');
  expect(await main.getByRole('link', { name: 'Shop', exact: true }).getAttribute('href')).toBe('/shop');
});

test(`the header shrinks when the page is scrolled more than ${HEADER_SHRINK_PX} px`, async ({ page }) => {
  await page.goto(`${shop.url}/shop`, { waitUntil: 'load' });
  const bar = page.locator('.site-header .bar');
  const scrolledTo = async (top: number) => {
    await page.evaluate(async (y) => {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }, top);
    // Waits for the height transition.
    await bar.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
    return (await bar.boundingBox())?.height ?? 0;
  };
  const full = await scrolledTo(0);
  expect(await scrolledTo(HEADER_SHRINK_PX)).toBe(full);
  expect(await scrolledTo(HEADER_SHRINK_PX + 1)).toBeLessThan(full);
  expect(await scrolledTo(0)).toBe(full);
});

describe('the drawer on a phone', () => {
  phoneTest(
    'holds Home, Category and Shop, locks the page’s scroll, and closes by button, Escape and a click outside',
    async ({ page, pageErrors }) => {
      await page.goto(shop.url, { waitUntil: 'load' });
      const opener = page.getByRole('button', { name: 'Menu' });
      const drawer = page.getByRole('navigation', { name: 'Menu' });
      const top = () => page.evaluate(() => scrollY);
      const ways = [
        { close: () => drawer.getByRole('button', { name: 'Close menu' }).click(), focusReturns: true },
        { close: () => page.keyboard.press('Escape'), focusReturns: true },
        { close: () => page.mouse.click(phone.width - 5, 600), focusReturns: false },
      ];
      for (const { close, focusReturns } of ways) {
        await opener.click();
        await drawer.waitFor();
        await page.mouse.move(phone.width - 5, 600);
        await page.mouse.wheel(0, 400);
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
        expect(await top()).toBe(0);
        await close();
        await drawer.waitFor({ state: 'hidden' });
        if (focusReturns) await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
      }
      await opener.click();
      expect(await drawer.getByRole('link', { name: 'Home', exact: true }).getAttribute('href')).toBe('/');
      expect(await drawer.getByRole('link', { name: 'Category', exact: true }).getAttribute('href')).toBe('/categories');
      expect(await drawer.getByRole('link', { name: 'Shop', exact: true }).getAttribute('href')).toBe('/shop');
      const categories = drawer.locator('.category-list li:visible');
      expect(await categories.count()).toBe(0);
      await drawer.locator('summary[aria-label="All categories"]').click();
      expect(await categories.count()).toBe(CATEGORIES_BEFORE_MORE);
      await drawer.getByRole('link', { name: 'Category', exact: true }).click();
      await page.waitForURL('**/categories');
      expect(pageErrors).toEqual([]);
    },
  );
});

phoneTest('an open menu or cart is closed when the page returns from the back/forward cache', async ({ page }) => {
  await page.goto(`${shop.url}/faq`, { waitUntil: 'load' });
  // Automated browsers have no back/forward cache, so its page events are dispatched by hand.
  const goAway = () => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.waitFor();
  await goAway();
  expect(await menu.isVisible()).toBe(false);
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click();
  const cart = page.getByRole('dialog', { name: /^Your cart/ });
  await cart.waitFor();
  await goAway();
  await cart.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden');
});

test('a shop without categories shows a message in the dropdown and in the drawer', async ({ page }) => {
  const empty = await startSmallShop([]);
  onTestFinished(empty.stop);
  await page.goto(empty.url);
  await page.getByRole('navigation', { name: 'Main' }).getByText('Category', { exact: true }).hover();
  await page.getByText('No categories found').first().waitFor();
}, 120_000);

test('the cart count updates in a background tab', async ({ page }) => {
  const untouched = await page.context().newPage();
  await untouched.goto(`${shop.url}/faq`, { waitUntil: 'load' });
  const count = untouched.getByRole('banner').locator('[data-cart-count]');
  expect(await count.isVisible()).toBe(false);
  const plain = (await allProducts(shop)).find(({ variants, product_stock }) => variants.length === 0 && product_stock > 0);
  await addToCart(page, shop, present(plain).slug);
  await count.filter({ hasText: '1' }).waitFor();
});
