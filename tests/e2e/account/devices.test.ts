import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type Account, createAccount, logIn, password, useAuthForm } from '#tests/support/browser/auth-form.ts';
import { apiReply, saveSession } from '#tests/support/browser/customer.ts';
import { openPage, phone } from '#tests/support/browser/test-page.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();

const rows = (page: Page) => page.getByRole('list', { name: 'Your devices' }).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign out everywhere?' });

/** Signs in through the page. */
async function enter(on: Page, { email }: Account): Promise<void> {
  await on.goto(`${shop.url}/signin?way=password&next=/my-account/account`);
  const fields = useAuthForm(on);
  await fields.fill({ Email: email, Password: password });
  await fields.press('Sign in');
  await on.waitForURL(`${shop.url}/my-account/account`);
}

const isAlive = async (token: string) =>
  (await apiReply<{ success: boolean }>(shop, '/customer/sessions', undefined, token)).success;

describe('the devices on the account page', () => {
  test('are listed with this one first, and one that is signed out has to sign in again', async ({ page, pageErrors, entry }) => {
    const account = await createAccount(shop);
    const other = await openPage({ viewport: phone });
    await enter(other.page, account);
    await enter(page, account);
    await expect.poll(() => rows(page).count()).toBe(3);
    expect(await rows(page).first().innerText()).toMatch(/Chrome on Linux This device/);
    expect(await rows(page).nth(1).innerText()).toMatch(/Chrome on Linux\s+Last used .+\s+Signed in on/);
    await rows(page).nth(1).getByRole('button', { name: 'Sign out of Chrome on Linux' }).click();
    await entry.toast(success.sessionEnded).waitFor();
    await expect.poll(() => rows(page).count()).toBe(2);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Your devices');
    await other.page.goto(`${shop.url}/my-account/orders`);
    await other.page.waitForURL('**/signin?next=*');
    expect(pageErrors).toEqual([]);
  });

  test('can be signed out together after a confirmation, and every tab goes to the sign-in page', async ({ page, entry }) => {
    const account = await createAccount(shop);
    const elsewhere = await logIn(shop, account);
    await enter(page, account);
    const tab = await page.context().newPage();
    await tab.goto(`${shop.url}/my-account/account`);
    await tab.getByText('This device', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog(page).count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Sign out everywhere');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL('**/signin?way=password');
    await entry.toast(success.sessionsEnded).waitFor();
    await tab.waitForURL('**/signin*');
    expect(await isAlive(elsewhere.token)).toBe(false);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(account.email);
  });

  test('stay signed in when signing out everywhere fails, and the reason is shown', async ({ page, entry }) => {
    const account = await createAccount(shop);
    await enter(page, account);
    await page.route('**/api/customer/end-sessions', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click();
    await entry.toast(failure.sessionEndAll).waitFor();
    await expect.poll(() => dialog(page).count()).toBe(0);
    expect(entry.path()).toBe('/my-account/account');
    await expect.poll(() => rows(page).count()).toBe(2);
  });

  test('show an error when they cannot be loaded, and can be reloaded', async ({ page, entry }) => {
    const account = await createAccount(shop);
    await page.route('**/api/customer/sessions', (route) => route.abort(), { times: 1 });
    await saveSession(page, shop, await logIn(shop, account));
    await page.goto(`${shop.url}/my-account/account`);
    await entry.notice().getByText(failure.sessionsFetch).waitFor();
    await entry.notice().getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await entry.notice().count()).toBe(0);
  });

  test('sign this device out through the Logout dialog', async ({ page }) => {
    await enter(page, await createAccount(shop));
    await page.getByRole('button', { name: 'Sign out of this device' }).click();
    const logout = page.getByRole('dialog', { name: 'Confirm Logout' });
    await logout.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/signin?way=password');
  });
});

test('a signed-in browser has a token that scripts cannot read, and is listed once however often it signs in', async ({
  page,
}) => {
  const account = await createAccount(shop);
  await enter(page, account);
  const cookie = async () => (await page.context().cookies(`${shop.apiUrl}/x`)).find(({ name }) => name === 'device');
  const first = await cookie();
  expect(first).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api' });
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.evaluate(() => localStorage.clear());
  await enter(page, account);
  expect((await cookie())?.value).toBe(first?.value);
  await expect.poll(() => rows(page).count()).toBe(2);
});
