import type { Page } from 'playwright';
import { beforeEach, expect, test } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { createAccount, logIn, password, useAuthForm } from '#tests/support/browser/auth-form.ts';
import { apiReply, createCustomer, type Session, saveSession } from '#tests/support/browser/customer.ts';
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { openPage, phone, type TestPage } from '#tests/support/browser/test-page.ts';

const shop = await smallShop();
let visitor: TestPage;
let page: Page;
let form: ReturnType<typeof useAuthForm>;
beforeEach(async () => {
  visitor = await openPage({ viewport: phone });
  page = visitor.page;
  form = useAuthForm(page);
});

const value = (label: string) => form.typed(label).inputValue();

/** Opens the page as `user`, by default a new customer with a password. */
async function open(user?: Session): Promise<void> {
  await saveSession(page, shop, user ?? (await logIn(shop, await createAccount(shop))));
  await page.goto(`${shop.url}/my-account/password`);
}

test('the old and the new password have the exact error messages', async () => {
  await open();
  await form.press('Change password');
  await expect.poll(() => form.said('Old password')).toBe(fieldErrors.oldPasswordRequired);
  expect([await form.said('New password'), await form.said('Confirm password')]).toEqual([
    fieldErrors.passwordRequired,
    fieldErrors.confirmRequired,
  ]);
  await expect.poll(() => form.focused()).toBe('old_password');
  await form.expectSaid('Old password', 'abc', fieldErrors.oldPasswordShort);
  await form.expectSaid('New password', 'abc!', fieldErrors.passwordShort);
  await form.expectSaid('New password', 'abcdefg', fieldErrors.passwordSpecial);
  await form.fill({ 'Old password': 'something', 'New password': 'Winter!24' });
  await form.expectSaid('Confirm password', 'Winter!25', fieldErrors.passwordsMatch);
});

test('the password is changed: the old one is refused, the new one works, and other devices are signed out', async () => {
  const account = await createAccount(shop);
  const elsewhere = await logIn(shop, account);
  await open(await logIn(shop, account));
  await form.fill({ 'Old password': 'wrong-one', 'New password': 'Winter!24', 'Confirm password': 'Winter!24' });
  await form.press('Change password');
  await expect.poll(() => form.said('Old password')).toBe(failure.oldPasswordWrong);
  const sent = page.waitForRequest(/\/customer\/reset-password/);
  await form.fill({ 'Old password': password });
  await form.press('Change password');
  expect((await sent).postDataJSON()).toEqual({
    old_password: password,
    new_password: 'Winter!24',
    confirm_password: 'Winter!24',
  });
  await form.toast(success.passwordChanged).waitFor();
  expect([await value('Old password'), await value('New password'), await value('Confirm password')]).toEqual(['', '', '']);
  expect(await logIn(shop, account, 'Winter!24')).toMatchObject({ token: expect.any(String) });
  expect(await logIn(shop, account)).toBeUndefined();
  expect(await apiReply(shop, '/customer/orders', undefined, elsewhere.token)).toMatchObject({ success: false });
  await page.goto(`${shop.url}/my-account/orders`);
  await page.getByRole('heading', { name: 'You have no orders yet' }).waitFor();
});

test('a customer who has just signed in by code sets a first password, and needs it for the next change', async () => {
  await open(await createCustomer(shop));
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
  expect(await page.getByLabel('Old password').count()).toBe(0);
  await form.fill({ 'New password': 'Winter!24', 'Confirm password': 'Winter!24' });
  await form.press('Save password');
  await form.toast(success.passwordChanged).waitFor();
  await page.getByRole('heading', { name: 'Change your password' }).waitFor();
  await form.typed('Old password').waitFor();
});

test('a password can be shown while it is typed', async () => {
  await open();
  await form.fill({ 'New password': 'Winter!24' });
  const isHidden = () => form.typed('New password').getAttribute('type');
  expect(await isHidden()).toBe('password');
  await form.press('Show new password');
  await expect.poll(isHidden).toBe('text');
  await form.press('Hide new password');
  await expect.poll(isHidden).toBe('password');
});
