import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import type { Product } from '#lib/contract/catalogue.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { missingPath } from '#tests/support/browser/addresses.ts';
import { type AuthForm, createAccount, logIn, password } from '#tests/support/browser/auth-form.ts';
import { apiData, createCustomer, type Session, saveSession } from '#tests/support/browser/customer.ts';
import { recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { tabTo } from '#tests/support/browser/tab-to.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();
const plainTest = test.extend('pageOptions', { javaScriptEnabled: false });
const desktopTest = test.extend('pageOptions', { viewport: desktop });

const sections = [
  ['orders', 'Orders'],
  ['account', 'Account Details'],
  ['password', 'Password'],
  ['wishlist', 'Wishlist'],
] as const;

const value = (entry: AuthForm, label: string) => entry.typed(label).inputValue();

async function open(page: Page, section: string, user?: Session): Promise<Session> {
  const customer = user ?? (await createCustomer(shop));
  await saveSession(page, shop, customer);
  await page.goto(`${shop.url}/my-account/${section}`);
  return customer;
}

describe('the account area', () => {
  test.for(sections)(
    '%s has the title %s, is marked in the navigation, and is excluded from search engines',
    async ([section, title], { page, pageErrors }) => {
      await open(page, section);
      expect(await page.title()).toBe(`${title} | Small Shop`);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title);
      expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).innerText()).toMatch(
        new RegExp(`Home\\s+/?\\s*${title}`),
      );
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
      const links = page.getByRole('navigation', { name: 'Account' }).getByRole('link');
      expect(await links.allInnerTexts()).toEqual(sections.map(([, name]) => name));
      const current = page.locator('.account-nav [aria-current=page]');
      expect(await current.innerText()).toBe(title);
      const { left, right } = await current.evaluate((link) => link.getBoundingClientRect());
      expect([left >= 0, right <= phone.width]).toEqual([true, true]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
      expect(pageErrors).toEqual([]);
    },
  );

  test('redirects a guest to sign in, and an unknown section to /404', async ({ page }) => {
    await page.goto(`${shop.url}/my-account/wishlist`);
    await page.waitForURL(`**/signin?next=${encodeURIComponent('/my-account/wishlist')}`);
    const response = await page.goto(`${shop.url}/my-account/nonsense`);
    expect(new URL(page.url()).pathname).toBe(missingPath('/my-account/nonsense', '/404'));
    expect(response?.status()).toBe(404);
    const inherited = await page.goto(`${shop.url}/my-account/constructor`);
    expect(inherited?.status()).toBe(404);
  });

  plainTest.for(sections)('%s explains without script what to do', async ([section], { page }) => {
    await page.goto(`${shop.url}/my-account/${section}`);
    expect(await page.getByText('Your account needs JavaScript').isVisible()).toBe(true);
    expect(await page.locator('.account-section astro-island').isVisible()).toBe(false);
  });

  test('does not shift while it loads', async ({ page }) => {
    const user = await createCustomer(shop);
    await placeOrder(shop, user, [{ slug: 'plain-tee', size: 'S' }, { slug: 'long-wallet' }]);
    const { product_id } = await apiData<Product>(shop, '/single-product-details/long-wallet');
    await apiData(shop, '/customer/add-to-wishlist', { product_id }, user.token);
    const shifts = await recordLayoutShifts(page);
    for (const [section] of sections) {
      await open(page, section, user);
      await page.waitForLoadState('networkidle');
      expect(await page.getByText('Your account needs JavaScript').isVisible()).toBe(false);
      expect(await shifts(), section).toEqual([]);
    }
  }, 180_000);
});

describe('account details', () => {
  test('show the customer’s details, and the exact error for an invalid name', async ({ page, entry }) => {
    const { customer } = await open(page, 'account');
    await expect.poll(async () => [await value(entry, 'First name'), await value(entry, 'Last name')]).toEqual(['Meera', 'Nair']);
    const fixed = await page.locator('.fixed-details').innerText();
    for (const known of [customer.email, `+91 ${customer.phone_number}`]) expect(fixed).toContain(known);
    await entry.fill({ 'First name': '', 'Last name': '' });
    await entry.press('Save details');
    await expect.poll(() => entry.said('First name')).toBe(fieldErrors.required);
    expect(await entry.said('Last name')).toBe(fieldErrors.required);
    await expect.poll(() => entry.focused()).toBe('firstname');
    await entry.expectSaid('First name', 'M', fieldErrors.nameShort);
    await entry.expectSaid('First name', 'M'.repeat(51), fieldErrors.nameLong);
    await entry.expectSaid('Last name', 'Nair', '');
  });

  test('are saved, shown in every tab, and confirmed for two seconds', async ({ page, entry }) => {
    await page.clock.install();
    const { token } = await open(page, 'account');
    const other = await page.context().newPage();
    await other.goto(`${shop.url}/my-account/account`);
    await expect.poll(() => other.getByLabel('First name').inputValue()).toBe('Meera');
    const sent = page.waitForRequest(/account-details/);
    await entry.fill({ 'First name': '  Asha ', 'Last name': 'Rao' });
    await entry.press('Save details');
    expect((await sent).postDataJSON()).toEqual({ firstname: 'Asha', lastname: 'Rao' });
    await entry.toast(success.accountDetails).waitFor();
    await expect.poll(() => other.getByLabel('First name').inputValue()).toBe('Asha');
    expect([await value(entry, 'First name'), await value(entry, 'Last name')]).toEqual(['Asha', 'Rao']);
    const saved = await page.evaluate(() => JSON.parse(localStorage.getItem('haat') ?? '{}').auth.user.customer);
    expect(saved).toMatchObject({ firstname: 'Asha', lastname: 'Rao' });
    const { customer } = await apiData<{ customer: Session['customer'] }>(
      shop,
      '/customer/update-user-details',
      { firstname: 'Asha', lastname: 'Rao', email: saved.email },
      token,
    );
    expect(customer.firstname).toBe('Asha');
    await page.mouse.move(10, 700);
    await page.clock.runFor(TOAST_SHORT_MS + 1000);
    await expect.poll(() => entry.toast(success.accountDetails).count()).toBe(0);
  });

  test('keep unsaved input when another tab changes the name', async ({ page, entry }) => {
    await open(page, 'account');
    const other = await page.context().newPage();
    await other.goto(`${shop.url}/my-account/account`);
    await other.getByLabel('First name').fill('Kavi');
    await entry.fill({ 'First name': 'Asha' });
    await entry.press('Save details');
    await entry.toast(success.accountDetails).waitFor();
    expect(await other.getByLabel('First name').inputValue()).toBe('Kavi');
  });

  test('report a failed save, and keep the input', async ({ page, entry }) => {
    await open(page, 'account');
    await page.route('**/api/customer/account-details', (route) => route.abort(), { times: 1 });
    await entry.fill({ 'First name': 'Asha' });
    await entry.press('Save details');
    await entry.notice().getByText(failure.accountDetails).waitFor();
    expect(await value(entry, 'First name')).toBe('Asha');
    await entry.press('Save details');
    await entry.toast(success.accountDetails).waitFor();
    expect(await entry.notice().count()).toBe(0);
  });
});

describe('the delivery address', () => {
  const address = { Address: '14, Lake View Road', Pincode: '682001', City: 'Kochi', State: 'Kerala' };

  test('shows the exact error for each invalid field', async ({ page, entry }) => {
    await open(page, 'account');
    await entry.press('Save address');
    await expect.poll(() => entry.said('Address')).toBe(fieldErrors.addressRequired);
    expect([await entry.said('Pincode'), await entry.said('City'), await entry.said('State')]).toEqual([
      fieldErrors.pincodeRequired,
      fieldErrors.cityRequired,
      fieldErrors.stateRequired,
    ]);
    await expect.poll(() => entry.focused()).toBe('address');
    await entry.expectSaid('Pincode', '68200', fieldErrors.pincodeInvalid);
  });

  test('fills city and state from the pincode, but never overwrites input', async ({ page, entry }) => {
    await open(page, 'account');
    await entry.fill({ Pincode: '682001' });
    await expect.poll(() => value(entry, 'City')).toBe('Kochi');
    expect(await value(entry, 'State')).toBe('Kerala');
    await entry.fill({ Pincode: '600004' });
    await expect.poll(() => value(entry, 'City')).toBe('Chennai');
    await entry.fill({ City: 'Mylapore', Pincode: '560001' });
    await expect.poll(() => value(entry, 'State')).toBe('Karnataka');
    expect(await value(entry, 'City')).toBe('Mylapore');
  });

  test('selects a city that is filled in while its field has the focus, so that typing replaces it', async ({ page, entry }) => {
    await open(page, 'account');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/pincode/**', (route) => held.then(() => route.continue()));
    await entry.fill({ Pincode: '682001' });
    await entry.typed('City').focus();
    answer();
    await expect.poll(() => value(entry, 'City')).toBe('Kochi');
    await page.keyboard.type('Mylapore');
    expect(await value(entry, 'City')).toBe('Mylapore');
  });

  test('is saved, fetched again, shown in every tab and kept after a reload', async ({ page, entry }) => {
    const { token } = await open(page, 'account');
    const other = await page.context().newPage();
    await other.goto(`${shop.url}/my-account/account`);
    await other.getByText('No address saved yet').waitFor();
    await entry.fill(address);
    const again = page.waitForResponse(/get-shipping-address/);
    await entry.press('Save address');
    await entry.toast(success.addressSaved).waitFor();
    await again;
    await page.getByText('Deliveries go to Meera Nair').waitFor();
    await expect.poll(() => other.getByLabel('Address', { exact: true }).inputValue()).toBe(address.Address);
    expect(await apiData(shop, '/customer/get-shipping-address', undefined, token)).toMatchObject({
      firstname: 'Meera',
      pincode: '682001',
      state: 'Kerala',
    });
    await page.reload();
    await expect.poll(() => value(entry, 'Address')).toBe(address.Address);
    expect(await value(entry, 'City')).toBe('Kochi');
  });

  test('reports a failed load, and can be retried', async ({ page, entry }) => {
    await page.route('**/api/customer/get-shipping-address', (route) => route.abort(), { times: 1 });
    await open(page, 'account');
    await entry.notice().getByText(failure.addressFetch).waitFor();
    await entry.press('Try again');
    await entry.typed('Address').waitFor();
    expect(await entry.notice().count()).toBe(0);
  });
});

desktopTest('names, address and password can be changed with the keyboard alone', async ({ page }) => {
  const account = await createAccount(shop);
  await saveSession(page, shop, await logIn(shop, account));
  const type = async (name: string, text: string) => {
    await tabTo(page.locator(`[name=${name}]`));
    await page.keyboard.insertText(text);
  };
  const toast = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text });
  await page.goto(`${shop.url}/my-account/account`);
  await page.getByLabel('Pincode').waitFor();
  await tabTo(page.locator('[name=firstname]'));
  await page.keyboard.insertText('Mira');
  await page.keyboard.press('Enter');
  await toast(success.accountDetails).waitFor();
  await type('pincode', '600004');
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Chennai');
  await type('address', '3, Temple Street');
  await page.keyboard.press('Enter');
  await toast(success.addressSaved).waitFor();
  await page.goto(`${shop.url}/my-account/password`);
  await type('old_password', password);
  await type('new_password', 'Winter!24');
  await type('confirm_password', 'Winter!24');
  await page.keyboard.press('Enter');
  await toast(success.passwordChanged).waitFor();
});
