import type { Page } from 'playwright';
import { expect } from 'vitest';
import { newMobile, saveCart } from '#tests/support/browser/customer.ts';
import { holdScripts, pageChanges } from '#tests/support/hands/before-hydration.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop({ emptyCache: true });

interface Form {
  name: string;
  path: string;
  /** What is typed, by labels. */
  typed: Record<string, string>;
  /** The button that is pressed before the form is hydrated. */
  press: string;
  /** What the press leads to. */
  result: string | RegExp;
  /** The fields that stay, if the press does not replace the form. */
  stays: boolean;
  prepare?: (page: Page) => Promise<void>;
}

/** Every form that is in the HTML of a page and is hydrated on intent or with the page. */
const forms: Form[] = [
  {
    name: 'the contact form',
    path: '/faq',
    typed: { 'First name': 'Meera', Email: 'meera@example.in', Message: 'Does it come\nin XXL?' },
    press: 'Send message',
    result: 'Subject is required',
    stays: true,
  },
  {
    name: 'signing up',
    path: '/signup',
    typed: { 'First name': 'Meera', 'Last name': 'Nair', Email: 'meera@example.in', 'Mobile number': '9876543210' },
    press: 'Create account',
    result: 'Password is required',
    stays: true,
  },
  {
    name: 'signing in with a password',
    path: '/signin?way=password',
    typed: { Email: 'meera@example.in' },
    press: 'Sign in',
    result: 'Password is required',
    stays: true,
  },
  {
    name: 'signing in with a code',
    path: '/signin',
    typed: { 'Mobile number': newMobile() },
    press: 'Send code',
    result: /Enter the code sent to|no account/i,
    stays: false,
  },
  {
    name: 'a forgotten password',
    path: '/forgot-password',
    typed: { Email: 'meera@example.in' },
    press: 'Send link',
    result: 'Check your email',
    stays: false,
  },
  {
    name: 'a new password',
    path: '/reset-password?token=0123456789abcdef',
    typed: { 'New password': 'a long sentence to sign in with' },
    press: 'Save new password',
    result: 'Passwords must match',
    stays: true,
  },
  {
    name: 'the delivery check',
    path: '/products/plain-tee',
    typed: { 'Delivery pincode': '682001' },
    press: 'Check',
    result: 'Deliver to 682001',
    stays: false,
  },
  {
    name: 'the checkout',
    path: '/checkout',
    typed: { 'Mobile number': newMobile() },
    press: 'Send code',
    result: 'Enter the code sent to',
    stays: false,
    prepare: (page) => saveCart(page, shop, ['plain-tee', 'S']),
  },
];

const cases = forms.flatMap((form) => pageChanges.map(([by, change]) => ({ ...form, by, change })));

test.for(cases)('$name, changed by $by before hydration, keeps what was typed and the press', async (form, { page }) => {
  await form.prepare?.(page);
  const release = await holdScripts(page);
  await page.goto(shop.url + form.path, { waitUntil: 'commit' });
  const main = page.getByRole('main');
  const button = main.getByRole('button', { name: form.press, exact: true });
  await button.waitFor();
  await page.waitForFunction(() => document.readyState !== 'loading');
  await form.change(page);
  const fields = Object.entries(form.typed).map(([label, text]) => ({
    field: main.getByRole('textbox', { name: label, exact: true }),
    text,
  }));
  for (const { field, text } of fields) await field.fill(text);
  await button.click();
  release();
  await main.getByText(form.result).first().waitFor();
  if (form.stays) for (const { field, text } of fields) expect(await field.inputValue()).toBe(text);
});
