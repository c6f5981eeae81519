import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { createCustomer, saveSession } from '#tests/support/browser/customer.ts';
import { recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { smallCatalogue } from '#tests/support/browser/small-catalogue.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const smallPhone = { width: 360, height: 740 };

const { shop, test } = await useShop(
  startSmallShop([
    ...smallCatalogue,
    { handle: 'gone-tee', title: 'Gone Tee', type: 'T-Shirts', size: 'S', price: '499.00', stock: '0' },
    { handle: 'gone-tee', title: '', size: 'M', price: '499.00', stock: '0' },
    { handle: 'lone-lamp', title: 'Lone Lamp', type: 'Lamps', price: '899.00', stock: '0' },
  ]),
  { viewport: smallPhone },
);
const plainTest = test.extend('pageOptions', { viewport: smallPhone, javaScriptEnabled: false });

async function open(page: Page, path: string, viewport = smallPhone): Promise<void> {
  await page.setViewportSize(viewport);
  await page.goto(shop.url + path, { waitUntil: 'networkidle' });
}
const field = (page: Page, name: string | RegExp = /^Email me when/) => page.getByRole('textbox', { name });
const tell = (page: Page) => page.getByRole('button', { name: 'Tell me', exact: true });
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'We’ll email you once when it’s back.' });
const awaited = async () =>
  JSON.parse(await shop.store('products', '--awaited', '--json')) as {
    slug: string;
    product_variation: string | null;
    shoppers: number;
  }[];

describe.each([
  ['a phone', smallPhone],
  ['a desktop', desktop],
])('on %s a sold-out product', (_where, viewport) => {
  test('says so once, leads to similar ones, and takes an address, with nothing to buy', async ({ page, pageErrors }) => {
    await page.setViewportSize(viewport);
    const shifts = await recordLayoutShifts(page);
    await page.goto(`${shop.url}/products/gone-tee`, { waitUntil: 'networkidle' });
    expect(await page.locator('.product').getByText('Sold out', { exact: true }).locator('visible=true').count()).toBe(3);
    expect(await page.locator('.buy-sold-out').innerText()).toBe('Sold out');
    expect(await page.locator('.product').getByRole('button', { disabled: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Increase quantity' }).count()).toBe(0);
    expect(await page.getByRole('textbox', { name: 'Delivery pincode' }).count()).toBe(0);
    const similar = page.getByRole('link', { name: 'See similar' });
    await expect.poll(async () => (await similar.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await similar.click();
    await expect.poll(() => page.getByRole('heading', { name: 'More from T-Shirts' }).isVisible()).toBe(true);
    expect(new URL(page.url()).hash).toBe('#similar');

    await tell(page).click();
    await page.getByText('Email is required').waitFor();
    expect(await shifts()).toEqual([]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    expect(await field(page).getAttribute('aria-invalid')).toBe('true');
    expect(await axeViolationsInThemes(page, 'a sold-out product with an error')).toEqual([]);
    await field(page).fill('nobody');
    await tell(page).click();
    await page.getByText('Must be a valid email address').waitFor();
    await field(page).fill(`shopper${viewport.width}@example.com`);
    await page.keyboard.press('Enter');
    await saved(page).waitFor();

    await page.getByRole('radio', { name: 'M Sold out' }).check();
    await field(page, 'Email me when M is back').waitFor();
    expect(await page.getByRole('radio', { name: 'M Sold out' }).isChecked()).toBe(true);
    await field(page).fill(`shopper${viewport.width}@example.com`);
    await tell(page).click();
    await saved(page).waitFor();
    expect(await axeViolationsInThemes(page, 'a sold-out product')).toEqual([]);
    // The fonts are refused.
    expect(pageErrors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
  }, 120_000);
});

test('without others like it, a sold-out product leads to its category', async ({ page }) => {
  await open(page, '/products/lone-lamp');
  expect(await page.getByRole('link', { name: 'See similar' }).getAttribute('href')).toMatch(/\/shop[?/].*lamps/);
});

plainTest('without script a sold-out product says so and leads to similar ones', async ({ page }) => {
  await page.goto(`${shop.url}/products/gone-tee`);
  expect(await page.locator('.buy-sold-out').innerText()).toBe('Sold out');
  expect(await page.getByRole('link', { name: 'See similar' }).isVisible()).toBe(true);
  expect(await page.locator('.stock-alert').isVisible()).toBe(false);
});

test('a sold-out size of a product on sale can be chosen, to be told when it is back, and another one bought', async ({
  page,
  pageErrors,
}) => {
  await open(page, '/products/plain-tee');
  expect(await page.locator('.stock-alert').count()).toBe(0);
  await page.getByRole('radio', { name: 'L Sold out' }).check();
  await field(page, 'Email me when L is back').waitFor();
  expect(await page.getByRole('button', { name: 'Sold out' }).isDisabled()).toBe(true);
  await field(page).fill('asha@example.com');
  await tell(page).click();
  await saved(page).waitFor();
  expect(await axeViolationsInThemes(page, 'a sold-out size')).toEqual([]);
  await page.getByRole('radio', { name: 'S', exact: true }).check();
  await page.locator('.stock-alert').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
  expect(pageErrors).toEqual([]);
});

test('a known customer’s address is filled in', async ({ page }) => {
  const customer = await createCustomer(shop);
  await saveSession(page, shop, customer);
  await page.goto(`${shop.url}/products/lone-lamp`, { waitUntil: 'networkidle' });
  await page.locator('.stock-alert').hover();
  await expect.poll(() => field(page).inputValue()).toBe(customer.customer.email);
  await tell(page).click();
  await saved(page).waitFor();
  expect(await awaited()).toContainEqual(expect.objectContaining({ slug: 'lone-lamp', shoppers: 1 }));
});

test('the mail’s link asks before it stops anything', async ({ page }) => {
  await open(page, '/stop-alert?token=unknown');
  expect(await axeViolationsInThemes(page, 'the page that stops mails')).toEqual([]);
  await page.getByRole('button', { name: 'Stop emails about this product' }).click();
  await page.getByRole('alert').filter({ hasText: 'This link no longer works.' }).waitFor();
  await page.goto(`${shop.url}/stop-alert`);
  expect(await page.locator('main').getByRole('button').count()).toBe(0);
});

test('the mail comes once, and its link stops the others for the product', async ({ page }) => {
  const ask = async (size: string) => {
    await open(page, '/products/gone-tee');
    await page.getByRole('radio', { name: `${size} Sold out` }).check();
    await field(page, `Email me when ${size} is back`).waitFor();
    await field(page).fill('usha@example.com');
    await tell(page).click();
    await saved(page).waitFor();
  };
  await ask('S');
  await ask('M');
  const waiting = async () =>
    (await awaited()).find(({ slug, product_variation }) => slug === 'gone-tee' && product_variation === 'M')?.shoppers ?? 0;
  const before = await waiting();
  interface PrintedMail {
    recipient: string;
    subject: string;
    content: { text: string };
  }
  const mails = async () =>
    (JSON.parse(await shop.store('outbox', '--json')) as PrintedMail[]).filter(
      ({ recipient }) => recipient === 'usha@example.com',
    );
  await shop.store('stock', 'gone-tee', 'S', '2');
  await expect.poll(async () => (await mails()).length, { timeout: 30_000 }).toBe(1);
  const [mail] = await mails();
  expect(mail?.subject).toMatch(/^Gone Tee is back in stock/);
  await open(page, /\/stop-alert\?token=[\w-]+/.exec(mail?.content.text ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Stop emails about this product' }).click();
  await page.getByRole('status').filter({ hasText: 'You will get no more emails about this product.' }).waitFor();
  expect(await waiting()).toBe(before - 1);
}, 120_000);
