import type { Page } from 'playwright';
import { beforeEach, expect, test } from 'vitest';
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
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { openPage, phone, type TestPage } from '#tests/support/browser/test-page.ts';

// The steps of the checkout as entries of the browser's history.

const shop = await smallShop();
let visitor: TestPage;
let page: Page;
beforeEach(async () => {
  visitor = await openPage({ viewport: phone });
  page = visitor.page;
});

const heading = (name: string, at = page) => at.getByRole('heading', { name, exact: true }).waitFor();
const typed = (label: string, at = page) => at.getByLabel(label, { exact: true });
const hashOf = (at: Page) => new URL(at.url()).hash;
const hash = () => hashOf(page);
const entries = () => page.evaluate(() => history.length);

/** Opens the checkout as a guest with a product in the cart. */
async function openAsGuest(): Promise<void> {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await heading('Your mobile number');
}

/** Opens the checkout as a customer with a product in the cart. */
async function openAsCustomer(query = ''): Promise<string> {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'long-wallet');
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/checkout${query}`);
  return user.token;
}

test('Back and Forward go through the steps of a newcomer, and a reload stays', async () => {
  // A page of its own: Chromium counts at most 50 entries.
  ({ page } = await openPage({ viewport: phone, emptyCache: true }));
  await openAsGuest();
  const before = await entries();
  await expect.poll(hash).toBe('#mobile');
  const mobile = newMobile();
  await typed('Mobile number').fill(mobile);
  const code = await requestCode(page, 'Send code');
  await heading('Enter your code');
  expect(hash()).toBe('#code');
  await page.goBack();
  await heading('Your mobile number');
  expect(await typed('Mobile number').inputValue()).toBe(mobile);
  await page.goForward();
  await heading('Enter your code');
  await typed('6-digit code').fill(code);
  await heading('Delivery address');
  expect(hash()).toBe('#address');
  await typed('First name').fill('Meera');
  await typed('Last name').fill('Nair');
  await typed('Email').fill(`meera${mobile}@example.in`);
  await fillAddress(page);
  expect(hash()).toBe('#review');
  expect(await entries()).toBe(before + 2);

  await page.goBack();
  await heading('Delivery address');
  await page.getByText('Meera Nair').waitFor();
  expect(await typed('Address').inputValue()).toBe('14, Lake View Road');
  await page.reload();
  await heading('Delivery address');
  await page.goBack();
  await page.getByText('You are signed in as Meera Nair').waitFor();
  await page.goForward();
  await heading('Delivery address');
  await page.goForward();
  await heading('Review and pay');
  expect(await entries()).toBe(before + 2);

  await page.getByRole('link', { name: 'Contact', exact: true }).click();
  await page.getByText('You are signed in as Meera Nair').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading('Delivery address');
  await page.goBack();
  await page.getByText('You are signed in as Meera Nair').waitFor();
  await page.goBack();
  await page.waitForURL('**/robots.txt');
  expect(visitor.pageErrors).toEqual([]);
});

test('a changed number makes the earlier code’s step unreachable', async () => {
  await openAsGuest();
  await typed('Mobile number').fill(newMobile());
  await requestCode(page, 'Send code');
  await heading('Enter your code');
  await page.getByRole('button', { name: 'Change number' }).click();
  await heading('Your mobile number');
  expect(hash()).toBe('#mobile');
  await typed('Mobile number').fill(newMobile());
  await page.goForward();
  await expect.poll(hash).toBe('#mobile');
  await heading('Your mobile number');
});

test.for(['#code', '#address', '#review', '#nothing'])('a guest who opens the step %s gets the first one', async (step) => {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout${step}`);
  await heading('Your mobile number');
  await expect.poll(hash).toBe('#mobile');
  await page.goBack();
  await page.waitForURL('**/robots.txt');
});

test('a customer starts at the address, gets there from a later step too, and may look at the contact', async () => {
  await openAsCustomer('#review');
  await heading('Delivery address');
  await expect.poll(hash).toBe('#address');
  expect(await page.getByRole('link', { name: 'Payment', exact: true }).count()).toBe(0);
  await fillAddress(page);
  await page.evaluate(() => {
    location.hash = '#mobile';
  });
  await page.getByText('You are signed in as Meera Nair').waitFor();
  await page.goBack();
  await heading('Review and pay');
});

test('an expired session leads to the first step without another entry', async () => {
  await openAsCustomer();
  await fillAddress(page);
  const before = await entries();
  await page.route('**/api/checkout', (route) =>
    route.fulfill({ status: 401, json: { success: false, message: 'Please sign in again', code: 'session_expired' } }),
  );
  await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
  await heading('Your mobile number');
  await expect.poll(hash).toBe('#mobile');
  expect(await entries()).toBe(before);
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/checkout');
});

test('two tabs have their own step, and Back is right in both', async () => {
  await openAsCustomer();
  await fillAddress(page);
  const other = await page.context().newPage();
  await other.goto(`${shop.url}/checkout#address`);
  await heading('Delivery address', other);
  await heading('Review and pay');
  await typed('Address', other).fill('15, Lake View Road');
  await other.getByRole('button', { name: 'Continue to payment' }).click();
  await heading('Review and pay', other);
  await page.getByText('15, Lake View Road').waitFor();
  await page.goBack();
  await heading('Delivery address');
  await heading('Review and pay', other);
  await other.goBack();
  await heading('Delivery address', other);
  expect([hash(), hashOf(other)]).toEqual(['#address', '#address']);
});

test('a number verified in another tab opens the address here, and Back does not return to the code', async () => {
  await openAsGuest();
  const mobile = newMobile();
  await typed('Mobile number').fill(mobile);
  const code = await requestCode(page, 'Send code');
  await heading('Enter your code');
  const other = await page.context().newPage();
  await other.goto(`${shop.url}/checkout#code`);
  await typed('6-digit code', other).fill(code);
  await heading('Delivery address', other);
  await heading('Delivery address');
  expect(hash()).toBe('#address');
  await page.goBack();
  await page.getByText(`Your number +91 ${mobile} is verified.`).waitFor();
});

test('each step shows and focuses its heading, also from the end of a long form', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAsGuest();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const top = async (name: string) => (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? -1;
  const isInView = async (name: string) => {
    await expect.poll(focused).toBe(name);
    // Toasts cover the first 100 pixels of a phone.
    expect(await top(name)).toBeGreaterThan(100);
    expect(await top(name)).toBeLessThan(370);
  };
  const mobile = newMobile();
  await typed('Mobile number').fill(mobile);
  const code = await requestCode(page, 'Send code');
  await isInView('Enter your code');
  await typed('6-digit code').fill(code);
  await isInView('Delivery address');
  await typed('First name').fill('Meera');
  await typed('Last name').fill('Nair');
  await typed('Email').fill(`meera${mobile}@example.in`);
  await submitAddress(page);
  await isInView('Review and pay');
  await page.goBack();
  await isInView('Delivery address');
});

test('the address is reached with a verified number only after the code', async () => {
  await openAsGuest();
  await verifyMobile(page, newMobile());
  await page.evaluate(() => {
    location.hash = '#review';
  });
  await expect.poll(hash).toBe('#address');
  await heading('Delivery address');
});
