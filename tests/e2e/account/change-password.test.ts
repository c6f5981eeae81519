import type { Page } from 'playwright';
import { expect } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type AuthForm, createAccount, logIn, password } from '#tests/support/browser/auth-form.ts';
import { apiReply, createCustomer, type Session, saveSession } from '#tests/support/browser/customer.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();

const value = (entry: AuthForm, label: string) => entry.typed(label).inputValue();

/** Opens the page as `user`, by default a new customer with a password. */
async function open(page: Page, user?: Session): Promise<void> {
  await saveSession(page, shop, user ?? (await logIn(shop, await createAccount(shop))));
  await page.goto(`${shop.url}/my-account/password`);
}

test('the old and the new password have the exact error messages', async ({ page, entry }) => {
  await open(page);
  await entry.press('Change password');
  await expect.poll(() => entry.said('Old password')).toBe(fieldErrors.oldPasswordRequired);
  expect([await entry.said('New password'), await entry.said('Confirm password')]).toEqual([
    fieldErrors.passwordRequired,
    fieldErrors.confirmRequired,
  ]);
  await expect.poll(() => entry.focused()).toBe('old_password');
  await entry.expectSaid('Old password', 'abc', fieldErrors.oldPasswordShort);
  await entry.expectSaid('New password', 'abc!', fieldErrors.passwordShort);
  await entry.expectSaid('New password', 'abcdefg', fieldErrors.passwordSpecial);
  await entry.fill({ 'Old password': 'something', 'New password': 'Winter!24' });
  await entry.expectSaid('Confirm password', 'Winter!25', fieldErrors.passwordsMatch);
});

test('the password is changed: the old one is refused, the new one works, and other devices are signed out', async ({
  page,
  entry,
}) => {
  const account = await createAccount(shop);
  const elsewhere = await logIn(shop, account);
  await open(page, await logIn(shop, account));
  await entry.fill({ 'Old password': 'wrong-one', 'New password': 'Winter!24', 'Confirm password': 'Winter!24' });
  await entry.press('Change password');
  await expect.poll(() => entry.said('Old password')).toBe(failure.oldPasswordWrong);
  const sent = page.waitForRequest(/\/customer\/reset-password/);
  await entry.fill({ 'Old password': password });
  await entry.press('Change password');
  expect((await sent).postDataJSON()).toEqual({
    old_password: password,
    new_password: 'Winter!24',
    confirm_password: 'Winter!24',
  });
  await entry.toast(success.passwordChanged).waitFor();
  expect([
    await value(entry, 'Old password'),
    await value(entry, 'New password'),
    await value(entry, 'Confirm password'),
  ]).toEqual(['', '', '']);
  expect(await logIn(shop, account, 'Winter!24')).toMatchObject({ token: expect.any(String) });
  expect(await logIn(shop, account)).toBeUndefined();
  expect(await apiReply(shop, '/customer/orders', undefined, elsewhere.token)).toMatchObject({ success: false });
  await page.goto(`${shop.url}/my-account/orders`);
  await page.getByRole('heading', { name: 'You have no orders yet' }).waitFor();
});

test('a customer who has just signed in by code sets a first password, and needs it for the next change', async ({
  page,
  entry,
}) => {
  await open(page, await createCustomer(shop));
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  expect(await page.getByLabel('Old password').count()).toBe(0);
  await entry.fill({ 'New password': 'Winter!24', 'Confirm password': 'Winter!24' });
  await entry.press('Save password');
  await entry.toast(success.passwordChanged).waitFor();
  await page.getByRole('heading', { name: 'Change your password' }).waitFor();
  await entry.typed('Old password').waitFor();
});

test('a password can be shown while it is typed', async ({ page, entry }) => {
  await open(page);
  await entry.fill({ 'New password': 'Winter!24' });
  const isHidden = () => entry.typed('New password').getAttribute('type');
  expect(await isHidden()).toBe('password');
  await entry.press('Show new password');
  await expect.poll(isHidden).toBe('text');
  await entry.press('Hide new password');
  await expect.poll(isHidden).toBe('password');
});
