import { beforeAll, describe, expect } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type Account, createAccount, logIn, password } from '#tests/support/browser/auth-form.ts';
import { apiData, saveCart, saveSession, storedCartLines } from '#tests/support/browser/customer.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();
let account: Account;
beforeAll(async () => {
  account = await createAccount(shop);
});

test('a failed cart merge is reported on the page after signing in, and the lines are kept', async ({ page, entry }) => {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/signin?way=password`);
  await page.route('**/api/customer/add-to-cart-guest', (route) => route.fulfill({ status: 500, body: '{}' }));
  await entry.fill({ Email: account.email, Password: password });
  await entry.press('Sign in');
  await page.waitForURL(`${shop.url}/`);
  for (const text of [failure.cartSync, success.login]) await entry.toast(text).waitFor();
  expect(await storedCartLines(page)).toEqual(['1 × Long Wallet']);
}, 180_000);

describe('an expired session is reported on the sign-in page', () => {
  test.for(['orders', 'account', 'wishlist'])('after /my-account/%s', async (section, { page, entry }) => {
    const session = await logIn(shop, account);
    await saveSession(page, shop, session);
    await apiData(shop, '/customer/logout', {}, session.token);
    await page.goto(`${shop.url}/my-account/${section}`);
    await page.waitForURL(`**/signin?next=${encodeURIComponent(`/my-account/${section}`)}`);
    await entry.toast(failure.sessionExpired).waitFor();
    expect(await entry.toast(failure.sessionExpired).count()).toBe(1);
  });
});

test('a number submitted on /signin?way=code before hydration is kept, and a code is sent to it', async ({ page, entry }) => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_astro/SignIn.*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${shop.url}/signin?way=code`);
  await entry.fill({ 'Mobile number': account.phone });
  await entry.typed('Mobile number').press('Enter');
  await page.locator('main astro-island[aria-busy=true]').waitFor();
  expect(entry.path()).toBe('/signin?way=code');
  expect(await entry.typed('Mobile number').inputValue()).toBe(account.phone);
  release();
  await page.getByText(`Enter the code sent to +91 ${account.phone}.`).waitFor();
});

test('/my-account redirects to the account details, and a guest to sign in and back there', async ({ page, entry }) => {
  await page.goto(`${shop.url}/my-account`);
  await page.waitForURL(`**/signin?next=${encodeURIComponent('/my-account/account')}`);
  await saveSession(page, shop, await logIn(shop, account));
  await page.goto(`${shop.url}/my-account`);
  await page.getByRole('heading', { name: 'Your details' }).waitFor();
  expect(entry.path()).toBe('/my-account/account');
});

test('/order-success without an order says so', async ({ page }) => {
  await saveSession(page, shop, await logIn(shop, account));
  await page.goto(`${shop.url}/order-success`);
  await page.getByRole('heading', { name: 'There is no new order to show' }).waitFor();
  expect(await page.locator('main').innerText()).not.toContain('Thank you');
  expect(await page.getByRole('link', { name: 'See your orders' }).getAttribute('href')).toBe('/my-account/orders');
});
