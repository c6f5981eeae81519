import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { createCustomer, saveSession, storedCartLines } from '#tests/support/browser/customer.ts';
import { recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts';
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';
import { tabTo } from '#tests/support/browser/tab-to.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';
import { routeCalls } from '#tests/support/other-store/route-calls.ts';
import { type OtherStore, startOtherStore } from '#tests/support/other-store/server.ts';

const shop = await smallShop();
const touchPhone = { viewport: phone, hasTouch: true, isMobile: true } as const;
const failure = { status: 500, contentType: 'application/json', body: '{"success":false,"message":"No."}' };

const plus = (page: Page, name: string) => page.getByRole('button', { name: `Add ${name} to cart`, exact: true }).first();
const popup = (page: Page) => page.getByRole('dialog', { name: /^Your cart/ });
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Choose a size' });
const isFocused = (page: Page, name: string) => plus(page, name).evaluate((button) => button === document.activeElement);

async function openList(page: Page, path = '/shop'): Promise<void> {
  await page.goto(shop.url + path, { waitUntil: 'networkidle' });
}

test.for(['/', '/shop'])('on %s a product without a choice is in the cart after one tap, and the popup opens', async (path) => {
  const { page, pageErrors } = await openPage(touchPhone);
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
});

test('a product with sizes asks for one in the sheet of its page, whose styles come with it', async () => {
  const { page, pageErrors } = await openPage({ ...touchPhone, emptyCache: true });
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
});

test('two taps add one piece', async () => {
  const { page } = await openPage(touchPhone);
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

test('a call that fails says so, and the next press works', async () => {
  const { page } = await openPage({ viewport: phone });
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

test.for([phone, desktop])('without a connection at $width px the button says so, and “Try again” adds', async (viewport) => {
  const { page } = await openPage({ viewport, emptyCache: true });
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
});

test('by keyboard: the sheet opens, and closing it leads back to the button', async () => {
  const { page } = await openPage({ viewport: desktop });
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

test('a customer’s product goes into the cart of their account', async () => {
  const { page } = await openPage({ viewport: phone });
  await saveSession(page, shop, await createCustomer(shop));
  await openList(page);
  await plus(page, 'Long Wallet').click();
  await popup(page).waitFor();
  await page.getByText('Item added successfully in cart.').waitFor();
});

test('the button stays when another listing is shown; without script there is none', async () => {
  const { page } = await openPage({ viewport: desktop });
  await openList(page);
  await page.getByLabel('Sort by').selectOption({ index: 1 });
  await page.waitForURL(/sort/);
  await plus(page, 'Long Wallet').waitFor();
  const bare = await openPage({ viewport: phone, javaScriptEnabled: false });
  await bare.page.goto(`${shop.url}/shop`);
  expect(await bare.page.locator('.quick-add').count()).toBe(0);
});

describe('a store by somebody else', () => {
  let store: OtherStore;
  let site: RunningShop;
  beforeAll(async () => {
    store = await startOtherStore();
    site = await startShop(newDataDir(), { STORE_API_URL: store.apiUrl, STORE_REVALIDATE_SECONDS: '0' });
  });
  afterAll(async () => {
    await site?.stop();
    await store?.stop();
  });

  test('sells from its lists, and leads from a card to the other colours', async () => {
    const designs = ['Navy', 'Rust', 'Olive', 'Teal', 'Wine'].map((label, i) => ({
      product_id: 24 - 2 * i,
      slug: `cap-${24 - 2 * i}`,
      label,
      picture: '',
    }));
    store.change = (path, reply) => {
      const sent = reply as { data: { slug: string }[] };
      if (path === '/get-products')
        for (const product of sent.data) if (product.slug === 'cap-24') Object.assign(product, { designs });
      return sent;
    };
    const { page } = await openPage({ viewport: phone });
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
    await card.getByRole('link', { name: 'Colour: Olive' }).click();
    await page.waitForURL('**/products/cap-20');
  });
});
