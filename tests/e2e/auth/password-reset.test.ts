import type { Page } from 'playwright';
import { expect } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type Account, type AuthForm, createAccount, password, useAuthForm } from '#tests/support/browser/auth-form.ts';
import { openPage, phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();

/** Requests a reset link through the page. */
async function askForLink(page: Page, entry: AuthForm, email: string): Promise<void> {
  await page.goto(`${shop.url}/forgot-password`);
  await entry.fill({ Email: email });
  await entry.press('Send link');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

/** Returns the mailed link, read from the outbox of the demo shop. */
async function mailedLink({ email }: Account): Promise<string> {
  const mails = await shop.store('outbox', '--json');
  const texts = mails.split(email).slice(1).join('');
  return present(/\/reset-password\?token=[\w-]+/.exec(texts)?.[0]);
}

test.for([
  ['/forgot-password', 'Forgot Password'],
  ['/reset-password', 'Reset Password'],
  ['/reset-password?token=x', 'Reset Password'],
])('%s has its title and breadcrumb, and is excluded from search engines', async ([path, title], { page }) => {
  await page.goto(shop.url + path);
  expect(await page.title()).toBe(`${title} | Small Shop`);
  expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).innerText()).toMatch(new RegExp(`Home\\s+/?\\s*${title}`));
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
});

test('the reset form shows errors for an invalid email', async ({ page, entry }) => {
  await page.goto(`${shop.url}/forgot-password`);
  await entry.press('Send link');
  await expect.poll(() => entry.said('Email')).toBe(fieldErrors.emailRequired);
  await expect.poll(() => entry.focused()).toBe('email');
  await entry.expectSaid('Email', 'asha@', fieldErrors.emailInvalid);
});

test('the reset form reports a lost connection, and keeps the email', async ({ page, entry }) => {
  await page.goto(`${shop.url}/forgot-password`);
  await page.route('**/api/customer/forgot-password', (route) => route.abort('connectionreset'), { times: 1 });
  await entry.fill({ Email: 'asha@example.in' });
  await entry.press('Send link');
  await entry.notice().getByText(failure.resetPassword, { exact: true }).waitFor();
  await entry.toast(failure.resetPassword).waitFor();
  expect(await entry.typed('Email').inputValue()).toBe('asha@example.in');
});

test('the answer does not reveal whether an account exists', async ({ page, entry }) => {
  const known = await createAccount(shop);
  const answers: string[] = [];
  for (const email of [known.email, `nobody.${Date.now()}@example.in`]) {
    await askForLink(page, entry, email);
    const answer = await page.locator('.auth-done').innerText();
    answers.push(answer.replace(email, 'EMAIL'));
    await entry.toast(success.resetMail).waitFor();
  }
  expect(answers[0]).toContain(success.resetMail);
  expect(answers[1]).toBe(answers[0]);
});

test('a new password set by the mailed link works once, and then signs in', async ({ page, pageErrors, entry }) => {
  const account = await createAccount(shop);
  await askForLink(page, entry, account.email);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Check your email');
  await entry.press('Use another email');
  expect(await entry.typed('Email').inputValue()).toBe(account.email);
  const link = await mailedLink(account);

  await page.goto(shop.url + link);
  await entry.press('Save new password');
  await expect.poll(() => entry.said('New password')).toBe(fieldErrors.passwordRequired);
  await expect.poll(() => entry.focused()).toBe('password');
  await entry.expectSaid('New password', 'a!b', fieldErrors.passwordShort);
  await entry.expectSaid('New password', 'abcdef', fieldErrors.passwordSpecial);
  await entry.fill({ 'New password': 'Winter!24' });
  await entry.expectSaid('Confirm password', 'Winter!25', fieldErrors.passwordsMatch);
  await entry.fill({ 'Confirm password': 'Winter!24' });
  await entry.press('Save new password');
  await page.waitForURL(/\/signin/);
  await page.locator('main').getByText(success.passwordReset).waitFor();
  await entry.toast(success.passwordReset).waitFor();

  await entry.fill({ Email: account.email, Password: password });
  await entry.press('Sign in');
  await entry.notice().getByText(failure.login, { exact: true }).waitFor();
  await entry.fill({ Password: 'Winter!24' });
  await entry.press('Sign in');
  await page.waitForURL(`${shop.url}/`);
  expect(pageErrors.filter((complaint) => !complaint.includes('401'))).toEqual([]);

  const another = await openPage({ viewport: phone });
  await another.page.goto(shop.url + link);
  const again = useAuthForm(another.page);
  await again.fill({ 'New password': 'Summer!24', 'Confirm password': 'Summer!24' });
  await again.press('Save new password');
  await again.notice().getByText(failure.resetLink).waitFor();
  await again.notice().getByRole('link', { name: 'Get a new link' }).click();
  await another.page.waitForURL(`${shop.url}/forgot-password`);
});

test('a link without its secret shows a friendly message and a link to get another', async ({ page }) => {
  await page.goto(`${shop.url}/reset-password`);
  await page.getByText(/open the link that we emailed you/).waitFor();
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await page.waitForURL(`${shop.url}/forgot-password`);
});

test('a page whose address holds a secret is not cached', async () => {
  for (const path of ['/reset-password?token=x', '/signin?verify=x']) {
    expect((await fetch(shop.url + path)).headers.get('cache-control'), path).toContain('no-store');
  }
});
