import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { OTP_RESEND_SECONDS, TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { type Account, type AuthForm, createAccount, password } from '#tests/support/browser/auth-form.ts';
import { apiData, newMobile, nextCode, saveCart, storedCartLines } from '#tests/support/browser/customer.ts';
import { tabTo } from '#tests/support/browser/tab-to.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();
const desktopTest = test.extend('pageOptions', { viewport: desktop });
const plainTest = test.extend('pageOptions', { javaScriptEnabled: false });
let account: Account;
beforeAll(async () => {
  account = await createAccount(shop);
});

const open = (page: Page, query = '') => page.goto(`${shop.url}/signin${query}`);
const credentials = () => ({ Email: account.email, Password: password });

/** Presses a button that requests a code; returns the code. */
async function codeFrom(page: Page, entry: AuthForm, name: string): Promise<string> {
  const code = nextCode(page, '/login/otp');
  await entry.press(name);
  return code;
}

/** Advances the page's clock in steps of 50 ms until the element is visible. */
async function runUntil(page: Page, wanted: Locator): Promise<void> {
  for (let steps = 0; steps < 200 && !(await wanted.isVisible().catch(() => false)); steps++) await page.clock.runFor(50);
  expect(await wanted.isVisible()).toBe(true);
}

test('has its title and breadcrumb, and is excluded from search engines', async ({ page }) => {
  await open(page);
  expect(await page.title()).toBe('Sign In | Small Shop');
  expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).innerText()).toMatch(/Home\s+\/?\s*Sign In/);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign In');
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
});

test('fetches almost no script before the first interaction', async ({ page, entry }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  await page.goto(`${shop.url}/signin`, { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => /react|zod|\/client\./i.test(url))).toEqual([]);
  await entry.typed('Mobile number').click();
  await expect.poll(() => scripts.some((url) => /\/client\./.test(url))).toBe(true);
});

describe('by password', () => {
  test('shows errors at the fields, and focuses the first', async ({ page, entry }) => {
    await open(page, '?way=password');
    await entry.press('Sign in');
    await expect.poll(() => entry.said('Email')).toBe(fieldErrors.emailRequired);
    expect(await entry.said('Password')).toBe(fieldErrors.passwordRequired);
    await expect.poll(() => entry.focused()).toBe('email');
    for (const wrong of ['asha', 'asha@', '@example.in']) await entry.expectSaid('Email', wrong, fieldErrors.emailInvalid);
    await entry.expectSaid('Email', account.email, '');
    await entry.expectSaid('Password', 'x', '');
  });

  test('reports a failed sign-in, and keeps the input', async ({ page, entry }) => {
    await open(page, '?way=password');
    await entry.fill({ Email: account.email, Password: 'not it' });
    await entry.press('Sign in');
    await entry.notice().getByText(failure.login, { exact: true }).waitFor();
    await entry.toast(failure.login).waitFor();
    expect([await entry.typed('Email').inputValue(), await entry.typed('Password').inputValue()]).toEqual([
      account.email,
      'not it',
    ]);
    await entry.fill(credentials());
    await entry.press('Sign in');
    await page.waitForURL(`${shop.url}/`);
  });

  test('reports a lost connection, and succeeds once it is back', async ({ page, entry }) => {
    await open(page, '?way=password');
    await page.route('**/api/customer/login', (route) => route.abort('connectionreset'), { times: 1 });
    await entry.fill(credentials());
    await entry.press('Sign in');
    await entry.notice().getByText(failure.login, { exact: true }).waitFor();
    await entry.toast(failure.login).waitFor();
    await entry.press('Sign in');
    await page.waitForURL(`${shop.url}/`);
  });

  test(`goes home, shows a toast for ${TOAST_SHORT_MS / 1000} seconds, and leaves no history entry of this page`, async ({
    page,
    pageErrors,
    entry,
  }) => {
    await page.goto(`${shop.url}/faq`);
    await page.clock.install();
    await open(page, '?way=password');
    await entry.fill(credentials());
    await entry.typed('Email').focus();
    await expect.poll(() => page.locator('main astro-island[ssr]').count()).toBe(0);
    await page.clock.pauseAt(Date.now() + 60_000);
    await entry.press('Sign in');
    await page.waitForURL(`${shop.url}/`);
    const toast = page.locator('[data-sonner-toast][data-removed=false]').filter({ hasText: success.login });
    await runUntil(page, toast);
    await page.clock.runFor(TOAST_SHORT_MS - 150);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(150);
    await expect.poll(() => toast.count()).toBe(0);
    await page.goBack();
    expect(entry.path()).toBe('/faq');
    expect(pageErrors).toEqual([]);
  });

  test.for([
    ['/shop?categories=wallet', '/shop?categories=wallet'],
    ['//elsewhere.example', '/'],
    ['/signup', '/'],
  ])('with the target %s leads to %s', async ([next, path], { page, entry }) => {
    await open(page, `?way=password&next=${encodeURIComponent(next as string)}`);
    await entry.fill(credentials());
    await entry.press('Sign in');
    await page.waitForURL(shop.url + path);
  });

  test('shows and hides the password', async ({ page, entry }) => {
    await open(page, '?way=password');
    await entry.fill({ Password: password });
    const kind = () => entry.typed('Password').getAttribute('type');
    expect(await kind()).toBe('password');
    await entry.press('Show password');
    await expect.poll(kind).toBe('text');
    expect(await entry.typed('Password').inputValue()).toBe(password);
    await entry.press('Hide password');
    await expect.poll(kind).toBe('password');
  });

  test('keeps input and a submit from before hydration', async ({ page, entry }) => {
    await page.goto(`${shop.url}/signin?way=password`, { waitUntil: 'networkidle' });
    const held: (() => void)[] = [];
    let holding = true;
    await page.route('**/_astro/**', async (route) => {
      if (holding) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await entry.fill(credentials());
    await entry.typed('Password').press('Enter');
    await page.locator('main astro-island[aria-busy=true]').waitFor();
    expect(entry.path()).toBe('/signin?way=password');
    holding = false;
    for (const release of held) release();
    await page.waitForURL(`${shop.url}/`);
    await entry.toast(success.login).waitFor();
  });

  test('merges the guest’s cart', async ({ page, entry }) => {
    await saveCart(page, shop, ['plain-tee', 'S']);
    await open(page, '?way=password');
    await entry.fill(credentials());
    await entry.press('Sign in');
    await page.waitForURL(`${shop.url}/`);
    expect(await storedCartLines(page)).toEqual(['1 × Plain Tee S']);
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('haat') ?? '{}').auth.user.token as string);
    const { cart } = await apiData<{ cart: { product_name: string }[] }>(shop, '/customer/cart', undefined, token);
    expect(cart.map(({ product_name }) => product_name)).toEqual(['Plain Tee']);
  });

  test('signs the other tabs in, and redirects a signed-in customer away', async ({ page, entry }) => {
    await open(page, '?way=password');
    const entries = await page.context().newPage();
    await entries.goto(`${shop.url}/signup`);
    const reading = await page.context().newPage();
    await reading.goto(`${shop.url}/faq`);
    await entry.fill(credentials());
    await entry.press('Sign in');
    await page.waitForURL(`${shop.url}/`);
    await entries.waitForURL(`${shop.url}/`);
    await reading.locator('html[data-signed-in=yes]').waitFor({ state: 'attached' });
    expect(reading.url()).toBe(`${shop.url}/faq`);
    for (const path of ['/signin', '/signup', '/forgot-password', '/reset-password?token=x']) {
      await page.goto(shop.url + path);
      await page.waitForURL(`${shop.url}/`);
    }
  });
});

test('opens on the one-time code, and on the way that was used last on this device', async ({ page, pageErrors, entry }) => {
  const selected = () => page.getByRole('tab', { selected: true }).innerText();
  const leave = async () => {
    await page.waitForURL(`${shop.url}/`);
    await page.evaluate(() => localStorage.clear());
  };
  await open(page);
  expect(await selected()).toBe('One-time code');
  await page.getByRole('tab', { name: 'Password', exact: true }).click();
  await expect.poll(entry.path).toBe('/signin?way=password');
  await entry.fill(credentials());
  await entry.press('Sign in');
  await leave();
  await open(page, '?next=%2Fcart');
  await page.waitForURL(`${shop.url}/signin?next=%2Fcart&way=password`);
  expect(await selected()).toBe('Password');
  await open(page, '?way=code');
  expect(await selected()).toBe('One-time code');
  await entry.fill({ 'Mobile number': (await createAccount(shop)).phone });
  await entry.fill({ '6-digit code': await codeFrom(page, entry, 'Send code') });
  await leave();
  await open(page);
  expect([await selected(), entry.path()]).toEqual(['One-time code', '/signin']);
  expect(pageErrors).toEqual([]);
});

describe('by a one-time code', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await open(page);
    await page.getByRole('tab', { name: 'One-time code', selected: true }).waitFor();
  });

  test('shows an error for an invalid number', async ({ entry }) => {
    await entry.press('Send code');
    await expect.poll(() => entry.said('Mobile number')).toBe(fieldErrors.phoneRequired);
    await expect.poll(() => entry.focused()).toBe('mobile');
    for (const wrong of ['98765', '0987654321', '98765abcde'])
      await entry.expectSaid('Mobile number', wrong, fieldErrors.phoneInvalid);
  });

  test('shows the code of a demo shop, and signs in with it', async ({ page, pageErrors, entry }) => {
    await entry.fill({ 'Mobile number': account.phone });
    const code = await codeFrom(page, entry, 'Send code');
    await entry.toast(`${success.otpSent}: ${code}`).waitFor();
    await page.getByText(`Enter the code sent to +91 ${account.phone}.`).waitFor();
    await expect.poll(entry.focused).toBe('otp');
    const input = entry.typed('6-digit code');
    expect([await input.getAttribute('autocomplete'), await input.getAttribute('inputmode')]).toEqual([
      'one-time-code',
      'numeric',
    ]);
    await input.fill(code);
    await page.waitForURL(`${shop.url}/`);
    await entry.toast(success.otpVerified).waitFor();
    expect(pageErrors).toEqual([]);
  });

  test('reports a wrong code, and sends another only after a wait', async ({ page, entry }) => {
    await entry.fill({ 'Mobile number': (await createAccount(shop)).phone });
    const first = await codeFrom(page, entry, 'Send code');
    await entry.press('Sign in');
    await expect.poll(() => entry.said('6-digit code')).toBe(fieldErrors.codeInvalid);
    await entry.fill({ '6-digit code': first === '000000' ? '000001' : '000000' });
    await expect.poll(() => entry.said('6-digit code')).toBe(failure.otpInvalid);
    await page.getByText(/^Resend code in 0:\d\d$/).waitFor();
    expect(await page.getByRole('button', { name: 'Resend code' }).count()).toBe(0);
    await page.clock.fastForward(OTP_RESEND_SECONDS * 1000);
    const second = await codeFrom(page, entry, 'Resend code');
    await page.getByText(/^Resend code in 0:\d\d$/).waitFor();
    await entry.fill({ '6-digit code': second });
    await page.waitForURL(`${shop.url}/`);
  });

  test('suggests signing up for a number without an account', async ({ page, entry }) => {
    await entry.fill({ 'Mobile number': newMobile() });
    const code = await codeFrom(page, entry, 'Send code');
    await entry.fill({ '6-digit code': code });
    await entry.notice().getByText(failure.noAccount).waitFor();
    await entry.notice().getByRole('link', { name: 'Create an account' }).click();
    await page.waitForURL(`${shop.url}/signup`);
  });

  test('keeps waiting for the code after a reload, and can start over with the same number', async ({ page, entry }) => {
    const { phone: mobile } = await createAccount(shop);
    await entry.fill({ 'Mobile number': mobile });
    await codeFrom(page, entry, 'Send code');
    await page.getByText(`Enter the code sent to +91 ${mobile}.`).waitFor();
    await page.reload();
    await page.getByText(`Enter the code sent to +91 ${mobile}.`).waitFor();
    await entry.press('Change number');
    expect(await entry.typed('Mobile number').inputValue()).toBe(mobile);
    await expect.poll(entry.focused).toBe('mobile');
  });

  test('keeps all input when going back and forth', async ({ page, entry }) => {
    await entry.fill({ 'Mobile number': '98765' });
    await page.getByRole('tab', { name: 'Password', exact: true }).click();
    await entry.fill({ Email: 'asha@example.in' });
    await page.getByRole('tab', { name: 'Password', exact: true }).press('ArrowRight');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('One-time code');
    expect(await entry.typed('Mobile number').inputValue()).toBe('98765');
    await page.keyboard.press('ArrowLeft');
    expect(await entry.typed('Email').inputValue()).toBe('asha@example.in');
  });
});

desktopTest('can be done with the keyboard alone', async ({ page }) => {
  await page.goto(`${shop.url}/signin?way=password`);
  await tabTo(page.locator('[name=email]'));
  await page.keyboard.insertText(account.email);
  await page.keyboard.press('Tab');
  await page.keyboard.insertText(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${shop.url}/`);
});

plainTest('requires script and says so, without a form that cannot work', async ({ page }) => {
  for (const path of ['/signin', '/signup', '/forgot-password', '/reset-password?token=x']) {
    await page.goto(shop.url + path);
    await page.getByText(/^This page needs JavaScript/).waitFor();
    expect(await page.locator('main form:visible').count(), path).toBe(0);
  }
});
