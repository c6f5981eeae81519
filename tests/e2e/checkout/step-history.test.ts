import type { Page } from 'playwright';
import { expect } from 'vitest';
import {
  addToServerCart,
  createCustomer,
  fillAddress,
  newMobile,
  requestCode,
  saveCart,
  saveSession,
  submitAddress,
  verifyMobile,
} from '#tests/support/browser/customer.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

// The steps of the checkout as entries of the browser's history.

const { shop, test } = await useSmallShop();
/** Has a page of its own: Chromium counts at most 50 entries. */
const freshTest = test.extend('pageOptions', { emptyCache: true });

const heading = (name: string, at: Page) => at.getByRole('heading', { name, exact: true }).waitFor();
const typed = (label: string, at: Page) => at.getByLabel(label, { exact: true });
const hashOf = (at: Page) => new URL(at.url()).hash;
const hash = (page: Page) => hashOf(page);
const entries = (page: Page) => page.evaluate(() => history.length);

/** Opens the checkout as a guest with a product in the cart. */
async function openAsGuest(page: Page): Promise<void> {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await heading('Your mobile number', page);
}

/** Opens the checkout as a customer with a product in the cart. */
async function openAsCustomer(page: Page, query = ''): Promise<string> {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'long-wallet');
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/checkout${query}`);
  return user.token;
}

freshTest('Back and Forward go through the steps of a newcomer, and a reload stays', async ({ page, pageErrors }) => {
  await openAsGuest(page);
  const before = await entries(page);
  await expect.poll(() => hash(page)).toBe('#mobile');
  const mobile = newMobile();
  await typed('Mobile number', page).fill(mobile);
  const code = await requestCode(page, 'Send code');
  await heading('Enter your code', page);
  expect(hash(page)).toBe('#code');
  await page.goBack();
  await heading('Your mobile number', page);
  expect(await typed('Mobile number', page).inputValue()).toBe(mobile);
  await page.goForward();
  await heading('Enter your code', page);
  await typed('6-digit code', page).fill(code);
  await heading('Delivery address', page);
  expect(hash(page)).toBe('#address');
  await typed('First name', page).fill('Meera');
  await typed('Last name', page).fill('Nair');
  await typed('Email', page).fill(`meera${mobile}@example.in`);
  await fillAddress(page);
  expect(hash(page)).toBe('#review');
  expect(await entries(page)).toBe(before + 2);

  await page.goBack();
  await heading('Delivery address', page);
  await page.getByText('Meera Nair').waitFor();
  expect(await typed('Address', page).inputValue()).toBe('14, Lake View Road');
  await page.reload();
  await heading('Delivery address', page);
  await page.goBack();
  await page.getByText('You are signed in as Meera Nair').waitFor();
  await page.goForward();
  await heading('Delivery address', page);
  await page.goForward();
  await heading('Review and pay', page);
  expect(await entries(page)).toBe(before + 2);

  await page.getByRole('link', { name: 'Contact', exact: true }).click();
  await page.getByText('You are signed in as Meera Nair').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading('Delivery address', page);
  await page.goBack();
  await page.getByText('You are signed in as Meera Nair').waitFor();
  await page.goBack();
  await page.waitForURL('**/robots.txt');
  expect(pageErrors).toEqual([]);
});

test('a changed number makes the earlier code’s step unreachable', async ({ page }) => {
  await openAsGuest(page);
  await typed('Mobile number', page).fill(newMobile());
  await requestCode(page, 'Send code');
  await heading('Enter your code', page);
  await page.getByRole('button', { name: 'Change number' }).click();
  await heading('Your mobile number', page);
  expect(hash(page)).toBe('#mobile');
  await typed('Mobile number', page).fill(newMobile());
  await page.goForward();
  await expect.poll(() => hash(page)).toBe('#mobile');
  await heading('Your mobile number', page);
});

test.for(['#code', '#address', '#review', '#nothing'])(
  'a guest who opens the step %s gets the first one',
  async (step, { page }) => {
    await saveCart(page, shop, ['long-wallet']);
    await page.goto(`${shop.url}/checkout${step}`);
    await heading('Your mobile number', page);
    await expect.poll(() => hash(page)).toBe('#mobile');
    await page.goBack();
    await page.waitForURL('**/robots.txt');
  },
);

test('a customer starts at the address, gets there from a later step too, and may look at the contact', async ({ page }) => {
  await openAsCustomer(page, '#review');
  await heading('Delivery address', page);
  await expect.poll(() => hash(page)).toBe('#address');
  expect(await page.getByRole('link', { name: 'Payment', exact: true }).count()).toBe(0);
  await fillAddress(page);
  await page.evaluate(() => {
    location.hash = '#mobile';
  });
  await page.getByText('You are signed in as Meera Nair').waitFor();
  await page.goBack();
  await heading('Review and pay', page);
});

test('an expired session leads to the first step without another entry', async ({ page }) => {
  await openAsCustomer(page);
  await fillAddress(page);
  const before = await entries(page);
  await page.route('**/api/checkout', (route) =>
    route.fulfill({ status: 401, json: { success: false, message: 'Please sign in again', code: 'session_expired' } }),
  );
  await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
  await heading('Your mobile number', page);
  await expect.poll(() => hash(page)).toBe('#mobile');
  expect(await entries(page)).toBe(before);
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/checkout');
});

test('two tabs have their own step, and Back is right in both', async ({ page }) => {
  await openAsCustomer(page);
  await fillAddress(page);
  const other = await page.context().newPage();
  await other.goto(`${shop.url}/checkout#address`);
  await heading('Delivery address', other);
  await heading('Review and pay', page);
  await typed('Address', other).fill('15, Lake View Road');
  await other.getByRole('button', { name: 'Continue to payment' }).click();
  await heading('Review and pay', other);
  await page.getByText('15, Lake View Road').waitFor();
  await page.goBack();
  await heading('Delivery address', page);
  await heading('Review and pay', other);
  await other.goBack();
  await heading('Delivery address', other);
  expect([hash(page), hashOf(other)]).toEqual(['#address', '#address']);
});

test('a number verified in another tab opens the address here, and Back does not return to the code', async ({ page }) => {
  await openAsGuest(page);
  const mobile = newMobile();
  await typed('Mobile number', page).fill(mobile);
  const code = await requestCode(page, 'Send code');
  await heading('Enter your code', page);
  const other = await page.context().newPage();
  await other.goto(`${shop.url}/checkout#code`);
  await typed('6-digit code', other).fill(code);
  await heading('Delivery address', other);
  await heading('Delivery address', page);
  expect(hash(page)).toBe('#address');
  await page.goBack();
  await page.getByText(`Your number +91 ${mobile} is verified.`).waitFor();
});

test('each step shows and focuses its heading, also from the end of a long form', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAsGuest(page);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const top = async (name: string) => (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? -1;
  const isInView = async (name: string) => {
    await expect.poll(focused).toBe(name);
    // Toasts cover the first 100 pixels of a phone.
    expect(await top(name)).toBeGreaterThan(100);
    expect(await top(name)).toBeLessThan(370);
  };
  const mobile = newMobile();
  await typed('Mobile number', page).fill(mobile);
  const code = await requestCode(page, 'Send code');
  await isInView('Enter your code');
  await typed('6-digit code', page).fill(code);
  await isInView('Delivery address');
  await typed('First name', page).fill('Meera');
  await typed('Last name', page).fill('Nair');
  await typed('Email', page).fill(`meera${mobile}@example.in`);
  await submitAddress(page);
  await isInView('Review and pay');
  await page.goBack();
  await isInView('Delivery address');
});

test('the address is reached with a verified number only after the code', async ({ page }) => {
  await openAsGuest(page);
  await verifyMobile(page, newMobile());
  await page.evaluate(() => {
    location.hash = '#review';
  });
  await expect.poll(() => hash(page)).toBe('#address');
  await heading('Delivery address', page);
});
