import type { Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { type Account, type AuthForm, createAccount, logIn } from '#tests/support/browser/auth-form.ts';
import { saveCart, saveSession } from '#tests/support/browser/customer.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();
let account: Account;
beforeAll(async () => {
  account = await createAccount(shop);
});

/** Inserts text in one piece like a paste, limited by `maxlength`. */
async function paste(page: Page, entry: AuthForm, label: string, text: string): Promise<string> {
  await entry.typed(label).fill('');
  await entry.typed(label).focus();
  await page.keyboard.insertText(text);
  return entry.typed(label).inputValue();
}

test.for(['/signup', '/signin?way=code', '/checkout'])(
  'a mobile number with its prefix keeps ten digits at %s',
  async (path, { page, entry }) => {
    if (path === '/checkout') await saveCart(page, shop, ['long-wallet']);
    await page.goto(shop.url + path, { waitUntil: 'networkidle' });
    await entry.typed('Mobile number').focus();
    await page.locator('main astro-island[ssr]').waitFor({ state: 'detached' });
    for (const text of ['+91 98765 43210', '098765 43210'])
      expect(await paste(page, entry, 'Mobile number', text)).toBe('9876543210');
    await entry.typed('Mobile number').fill('');
    await entry.typed('Mobile number').pressSequentially('+91 98765 43210');
    expect(await entry.typed('Mobile number').inputValue()).toBe('9876543210');
    await entry.typed('Mobile number').blur();
    expect(await entry.said('Mobile number')).not.toContain(fieldErrors.phoneInvalid);
  },
);

test('a mobile number pasted before hydration is normalised and a code is sent to it', async ({ page, entry }) => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_astro/SignIn.*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${shop.url}/signin?way=code`);
  await paste(page, entry, 'Mobile number', `+91 ${account.phone}`);
  await entry.typed('Mobile number').press('Enter');
  await page.locator('main astro-island[aria-busy=true]').waitFor();
  release();
  await page.getByText(`Enter the code sent to +91 ${account.phone}.`).waitFor();
});

test('a pincode with a space keeps six digits and fills in city and state', async ({ page, entry }) => {
  await saveSession(page, shop, await logIn(shop, account));
  await page.goto(`${shop.url}/my-account/account`);
  await expect.poll(() => entry.typed('Pincode').isEnabled()).toBe(true);
  expect(await paste(page, entry, 'Pincode', '682 001')).toBe('682001');
  await expect.poll(() => entry.typed('State').inputValue()).toBe('Kerala');
});
