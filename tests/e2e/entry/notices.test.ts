import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failure, success } from '#lib/contract/texts.ts';
import { type Account, newAccount, password, sessionOf, useEntry } from '#tests/e2e/entry.ts';
import type { RunningShop } from '#tests/e2e/shop.ts';
import { addToCart, ask, savedLines, signIn } from '#tests/e2e/shopper.ts';
import { startSmallShop } from '#tests/e2e/small-shop.ts';
import { newVisitor, type Visitor } from '#tests/e2e/visitor.ts';

let shop: RunningShop;
let account: Account;
let visitor: Visitor;
let page: Visitor['page'];
let entry: ReturnType<typeof useEntry>;
beforeAll(async () => {
  shop = await startSmallShop();
  account = await newAccount(shop);
});
afterAll(() => shop.stop());
beforeEach(async () => {
  visitor = await newVisitor();
  page = visitor.page;
  entry = useEntry(page);
});
afterEach(() => visitor.leave());

test('a cart that could not be merged is reported on the page after signing in, and its lines are kept', async () => {
  await addToCart(page, shop, 'long-wallet');
  await page.goto(`${shop.url}/signin`);
  await page.route('**/api/customer/add-to-cart-guest', (route) => route.fulfill({ status: 500, body: '{}' }));
  await entry.fill({ Email: account.email, Password: password });
  await entry.press('Sign in');
  await page.waitForURL(`${shop.url}/`);
  await entry.toast(success.login).waitFor();
  await entry.toast(failure.cartSync).waitFor();
  expect(await savedLines(page)).toEqual(['1 × Long Wallet']);
});

describe('an expired session is reported on the sign-in page', () => {
  test.for(['orders', 'account', 'wishlist'])('after /my-account/%s', async (section) => {
    const session = await sessionOf(shop, account);
    await signIn(page, shop, session);
    await ask(shop, '/customer/logout', {}, session.token);
    await page.goto(`${shop.url}/my-account/${section}`);
    await page.waitForURL(`**/signin?next=${encodeURIComponent(`/my-account/${section}`)}`);
    await entry.toast(failure.sessionExpired).waitFor();
    expect(await entry.toast(failure.sessionExpired).count()).toBe(1);
  });
});

test('a number submitted on /signin?way=code before its script has come is kept, and a code is sent to it', async () => {
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

test('/my-account leads to the account details, and a guest to sign in and back there', async () => {
  await page.goto(`${shop.url}/my-account`);
  await page.waitForURL(`**/signin?next=${encodeURIComponent('/my-account/account')}`);
  await signIn(page, shop, await sessionOf(shop, account));
  await page.goto(`${shop.url}/my-account`);
  await page.getByRole('heading', { name: 'Your details' }).waitFor();
  expect(entry.path()).toBe('/my-account/account');
});

test('/order-success without an order says so and thanks nobody', async () => {
  await signIn(page, shop, await sessionOf(shop, account));
  await page.goto(`${shop.url}/order-success`);
  await page.getByRole('heading', { name: 'There is no new order to show' }).waitFor();
  expect(await page.locator('main').innerText()).not.toContain('Thank you');
  expect(await page.getByRole('link', { name: 'See your orders' }).getAttribute('href')).toBe('/my-account/orders');
});
