import type { Page } from 'playwright';
import { expect } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { useAuthForm } from '#tests/support/browser/auth-form.ts';
import { axeViolations, axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import { newMobile } from '#tests/support/browser/customer.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();

/** Yields every state of the sign-in and sign-up pages, each reached from the one before as a shopper would. */
async function* states(page: Page): AsyncGenerator<string> {
  const { fill, press, said, notice, toast } = useAuthForm(page);
  await page.goto(`${shop.url}/signin?registered=1`);
  yield 'sign in, after signing up';
  await press('Sign in');
  await expect.poll(() => said('Email')).toBe(fieldErrors.emailRequired);
  await press('Show password');
  yield 'sign in, with errors';
  await fill({ Email: 'nobody@example.in', Password: 'x' });
  await press('Sign in');
  await notice().getByText(failure.login).waitFor();
  await toast(failure.login).waitFor();
  yield 'sign in, refused';
  await page.getByRole('tab', { name: 'One-time code' }).click();
  yield 'a code, asked for';
  await fill({ 'Mobile number': newMobile() });
  await press('Send code');
  await page.getByText(/^Resend code in/).waitFor();
  yield 'a code, sent';
  await page.goto(`${shop.url}/signin?verify=unknown`);
  await page.getByRole('button', { name: 'Confirm my email address' }).waitFor();
  yield 'a link, opened';
  await press('Confirm my email address');
  await expect.poll(() => said('Password')).toBe(fieldErrors.passwordRequired);
  yield 'a link, with an error';
  await fill({ Password: 'Monsoon!24' });
  await press('Confirm my email address');
  await page.getByRole('status').getByText(failure.verifyLink).waitFor();
  yield 'a link, refused';
  await page.goto(`${shop.url}/signin?reset=1`);
  await page.locator('main').getByText(success.passwordReset).waitFor();
  yield 'sign in, after a new password';
  await page.goto(`${shop.url}/signup`);
  yield 'sign up';
  await press('Create account');
  await page.getByText(fieldErrors.terms).waitFor();
  yield 'sign up, with errors';
  await page.goto(`${shop.url}/forgot-password`);
  await fill({ Email: `nobody${Date.now()}@example.in` });
  await press('Send link');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  yield 'a link, asked for';
  await page.goto(`${shop.url}/reset-password`);
  yield 'a new password without a link';
  await page.goto(`${shop.url}/reset-password?token=unknown`);
  await fill({ 'New password': 'Winter!24', 'Confirm password': 'Winter!24' });
  await press('Save new password');
  await notice().getByText(failure.resetLink).waitFor();
  yield 'a new password, refused';
}

test('every state of sign-in and sign-up is accessible at 360 and 1440 px, in the default, a dark and a loud theme', {
  timeout: 420_000,
}, async ({ page }) => {
  const found: string[] = [];
  for await (const state of states(page)) {
    // The layout has one column at every width, so the other themes are checked at one width only.
    for (const [viewport, look] of [
      [desktop, axeViolations],
      [phone, axeViolationsInThemes],
    ] as const) {
      await page.setViewportSize(viewport);
      const where = `${state}, ${viewport.width} px`;
      found.push(...(await look(page, where)));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${where}: wider than the window`).toBeLessThanOrEqual(0);
    }
  }
  expect(found).toEqual([]);
});
