import type { Page } from 'playwright';
import { afterAll, describe, expect, inject } from 'vitest';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { storedCartLines } from '#tests/support/browser/customer.ts';
import { recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts';
import { newDataDir, startShop } from '#tests/support/browser/shop-server.ts';
import { tabTo } from '#tests/support/browser/tab-to.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';
import { routeCalls } from '#tests/support/other-store/route-calls.ts';
import { startOtherStore } from '#tests/support/other-store/server.ts';
import { useShop, useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();
const desktopTest = test.extend('pageOptions', { viewport: desktop });
const freshTest = test.extend('pageOptions', { emptyCache: true });
const touchPhone = { viewport: phone, hasTouch: true, isMobile: true } as const;
const failure = { status: 500, contentType: 'application/json', body: '{"success":false,"message":"No."}' };

const plus = (page: Page, name: string) => page.getByRole('button', { name: `Add ${name} to cart`, exact: true }).first();
const popup = (page: Page) => page.getByRole('dialog', { name: /^Your cart/ });
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Choose a size' });
const isFocused = (page: Page, name: string) => plus(page, name).evaluate((button) => button === document.activeElement);

async function openList(page: Page, path = '/shop'): Promise<void> {
  await page.goto(shop.url + path, { waitUntil: 'networkidle' });
}

const touchTest = test.extend('pageOptions', touchPhone);
const freshTouchTest = test.extend('pageOptions', { ...touchPhone, emptyCache: true });

touchTest.for(['/', '/shop'])(
  'on %s a product without a choice is in the cart after one tap, and the popup opens',
  async (path, { page, pageErrors }) => {
    const shifts = await recordLayoutShifts(page);
    const name = 'Long Wallet';
    await openList(page, path);
    await plus(page, name).tap();
    await popup(page).getByText(name).first().waitFor();
    await page.getByText('Item added to cart.').waitFor();
    expect(await storedCartLines(page)).toEqual(['1 × Long Wallet']);
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(page, name)).toBe(true);
    expect(await shifts()).toEqual([]);
    expect(pageErrors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
  },
);

freshTouchTest(
  'a product with sizes asks for one in the sheet of its page, whose styles come with it',
  async ({ page, pageErrors }) => {
    await openList(page);
    await plus(page, 'Plain Tee').tap();
    const sheet = sheetOf(page);
    await sheet.getByText('₹499.00').waitFor();
    expect(await sheet.getByRole('button', { name: 'L Sold out' }).isDisabled()).toBe(true);
    expect(await sheet.locator('legend').evaluate((legend) => getComputedStyle(legend).float)).toBe('left');
    expect(await axeViolationsInThemes(page, 'the sheet over a list')).toEqual([]);
    await sheet.getByRole('button', { name: 'M', exact: true }).tap();
    await popup(page).getByText('Size: M').waitFor();
    expect(await storedCartLines(page)).toEqual(['1 × Plain Tee M']);
    expect(pageErrors).toEqual([]);
  },
);

touchTest('two taps add one piece', async ({ page }) => {
  await openList(page);
  await page.route('**/single-product-details/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  const button = plus(page, 'Long Wallet');
  const box = await button.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const [x, y] = [(box?.x ?? 0) + 22, (box?.y ?? 0) + 22];
  await page.touchscreen.tap(x, y);
  expect(await button.getAttribute('aria-busy')).toBe('true');
  await page.touchscreen.tap(x, y);
  await popup(page).waitFor();
  expect(await storedCartLines(page)).toEqual(['1 × Long Wallet']);
});

test('a call that fails says so, and the next press works', async ({ page }) => {
  await openList(page);
  await page.route('**/single-product-details/**', (route) => route.fulfill(failure));
  await plus(page, 'Plain Tee').click();
  await page.locator('[data-sonner-toast]').first().waitFor();
  await expect.poll(() => plus(page, 'Plain Tee').getAttribute('aria-busy')).toBe(null);
  expect(await sheetOf(page).count()).toBe(0);
  await page.unroute('**/single-product-details/**');
  await plus(page, 'Plain Tee').click();
  await sheetOf(page).waitFor();
});

freshTest.for([phone, desktop])(
  'without a connection at $width px the button says so, and “Try again” adds',
  async (viewport, { page }) => {
    await page.setViewportSize(viewport);
    await openList(page);
    await page.context().setOffline(true);
    await plus(page, 'Long Wallet').click();
    const note = page.getByRole('alert').filter({ hasText: 'You seem to be offline' });
    await note.waitFor();
    const isSeen = await note.evaluate((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return node.contains(document.elementFromPoint(left + width / 4, top + height / 2));
    });
    expect(isSeen).toBe(true);
    await page.context().setOffline(false);
    await note.getByRole('button', { name: 'Try again' }).click();
    await popup(page).waitFor();
    expect(await page.locator('.unreachable').count()).toBe(0);
  },
);

desktopTest('by keyboard: the sheet opens, and closing it leads back to the button', async ({ page }) => {
  await openList(page);
  await tabTo(plus(page, 'Plain Tee'));
  await page.keyboard.press('Enter');
  const sheet = sheetOf(page);
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(page, 'Plain Tee')).toBe(true);
  await page.keyboard.press('Enter');
  await sheet.waitFor();
  await tabTo(sheet.getByRole('button', { name: 'S', exact: true }), 10);
  await page.keyboard.press('Enter');
  await popup(page).getByText('Size: S').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(page, 'Plain Tee')).toBe(true);
});

test('a customer’s product goes into the cart of their account', async ({ customerPage: page }) => {
  await openList(page);
  await plus(page, 'Long Wallet').click();
  await popup(page).waitFor();
  await page.getByText('Item added successfully in cart.').waitFor();
});

desktopTest('the button stays when another listing is shown; without script there is none', async ({ page }) => {
  await openList(page);
  await page.getByLabel('Sort by').selectOption({ index: 1 });
  await page.waitForURL(/sort/);
  await plus(page, 'Long Wallet').waitFor();
  const bare = await openPage({ viewport: phone, javaScriptEnabled: false });
  await bare.page.goto(`${shop.url}/shop`);
  expect(await bare.page.locator('.quick-add').count()).toBe(0);
});

describe('a store by somebody else', async () => {
  const store = await startOtherStore();
  afterAll(store.stop);
  const revalidating = { STORE_API_URL: store.apiUrl, STORE_REVALIDATE_SECONDS: '0' };
  const { shop: site } = await useShop(startShop(newDataDir(), revalidating));

  test('sells from its lists, and leads from a card to the other colours', async ({ page }) => {
    const designs = ['Navy', 'Kalamkari', 'Olive', 'Teal', 'Wine'].map((label, i) => ({
      product_id: 24 - 2 * i,
      slug: `cap-${24 - 2 * i}`,
      label,
      // One without a colour, whose picture is gone.
      picture: label === 'Kalamkari' ? `${site.url}/media/gone.webp` : '',
    }));
    store.change = (path, reply) => {
      const sent = reply as { data: { slug: string }[] };
      if (path === '/get-products')
        for (const product of sent.data) if (product.slug === 'cap-24') Object.assign(product, { designs });
      return sent;
    };
    await routeCalls(page, inject('publicApiUrl') || `${site.url}/api`, store);
    await page.goto(`${site.url}/shop`, { waitUntil: 'networkidle' });
    await plus(page, 'Shirt 23').click();
    await sheetOf(page).getByRole('button', { name: 'S', exact: true }).click();
    await popup(page).getByText('Size: S').waitFor();
    await page.keyboard.press('Escape');
    const card = page.locator('.card').filter({ hasText: 'Cap 24' });
    expect(await axeViolationsInThemes(page, 'a list with colours')).toEqual([]);
    expect(await card.getByRole('link').count()).toBe(4);
    expect(await card.getByText('+1').isVisible()).toBe(true);
    for (const link of await card.locator('.card-designs a').all()) {
      const box = await link.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await card.locator('.card-designs [data-failed=K]').waitFor();
    const rows = await card
      .locator('.card-designs > *')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().y));
    expect(new Set(rows).size).toBe(1);
    await card.getByRole('link', { name: 'Colour: Olive' }).click();
    await page.waitForURL('**/products/cap-20');
  });
});
