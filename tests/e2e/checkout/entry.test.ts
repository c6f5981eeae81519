import type { Page } from 'playwright';
import { describe, expect, onTestFinished } from 'vitest';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { createAccount, password } from '#tests/support/browser/auth-form.ts';
import {
  addToCart,
  addToServerCart,
  apiData,
  createCustomer,
  fillAddress,
  newMobile,
  requestCode,
  saveCart,
  saveSession,
  storedCartLines,
  verifyMobile,
} from '#tests/support/browser/customer.ts';
import { pressPlaceOrder } from '#tests/support/browser/place-order.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

// What a shopper has to type and press in the checkout, on a phone.

const viewport = { width: 360, height: 740 };
const { shop, test } = await useSmallShop({ viewport });

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const typed = (page: Page, label: string) => page.getByLabel(label, { exact: true });
/** The top of a step's first field, in CSS pixels. */
const firstFieldY = async (page: Page) => (await page.locator('main form input:visible').first().boundingBox())?.y ?? Number.NaN;
const visibleFields = (page: Page) => page.locator('main form input:visible').count();

/** Counts the calls that verify a code. */
function countVerifications(page: Page): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/otp/verify/checkout')) calls += 1;
  });
  return () => calls;
}

/** Opens the code's step as a guest; returns the code. */
async function openCodeStep(page: Page): Promise<string> {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await typed(page, 'Mobile number').fill(newMobile());
  const code = await requestCode(page, 'Send code');
  await heading(page, 'Enter your code');
  return code;
}

test('a guest is told of a line that has sold out before anything is asked', async ({ page }) => {
  await saveCart(page, shop, ['long-wallet'], ['plain-tee', 'M']);
  onTestFinished(async () => void (await shop.store('stock', 'plain-tee', 'M', '3')));
  await shop.store('stock', 'plain-tee', 'M', '0');
  await page.goto(`${shop.url}/checkout`);
  const said = page.getByRole('main').getByRole('alert');
  await said.getByText('Plain Tee cannot be ordered: Sold out. Remove it to check out.').waitFor();
  expect(await typed(page, 'Mobile number').isVisible()).toBe(true);
});

describe('the sixth digit submits the code', () => {
  test('once, typed digit by digit with a space, and Enter after it sends no second call', async ({ page }) => {
    const verifications = countVerifications(page);
    const code = await openCodeStep(page);
    await typed(page, '6-digit code').pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');
    await heading(page, 'Delivery address');
    expect(verifications()).toBe(1);
  });

  test('pasted, and after a wrong one that is selected for retyping', async ({ page }) => {
    const code = await openCodeStep(page);
    await typed(page, '6-digit code').focus();
    await page.keyboard.insertText(code === '000000' ? '000001' : '000000');
    await page.locator('main .error').waitFor();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toMatch(/^\d{6}$/);
    await page.keyboard.insertText(` ${code} `);
    await heading(page, 'Delivery address');
  });

  test('received by WebOTP, which is aborted when the step is left', async ({ page }) => {
    await page.addInitScript(() => {
      const waiting = { options: undefined as CredentialRequestOptions | undefined, receive: (_: unknown) => {} };
      Object.assign(globalThis, { OTPCredential: class {}, waiting });
      Object.defineProperty(navigator, 'credentials', {
        value: {
          get: (options: CredentialRequestOptions) => {
            waiting.options = options;
            return new Promise((resolve) => {
              waiting.receive = resolve;
            });
          },
        },
      });
    });
    const code = await openCodeStep(page);
    type Waiting = { options: CredentialRequestOptions & { otp: unknown }; receive: (credential: unknown) => void };
    const transport = () => page.evaluate(() => (globalThis as unknown as { waiting: Waiting }).waiting.options.otp);
    await expect.poll(transport).toEqual({ transport: ['sms'] });
    await page.evaluate((sms) => (globalThis as unknown as { waiting: Waiting }).waiting.receive({ code: sms }), code);
    await heading(page, 'Delivery address');
    const isAborted = () => page.evaluate(() => (globalThis as unknown as { waiting: Waiting }).waiting.options.signal?.aborted);
    expect(await isAborted()).toBe(true);
  });
});

test('the caret keeps its place when a number is corrected in the middle', async ({ page }) => {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await page.locator('main astro-island[ssr]').waitFor({ state: 'detached' });
  await typed(page, 'Mobile number').fill('98765 4321');
  await typed(page, 'Mobile number').evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 5));
  await page.keyboard.type('-0');
  expect(await typed(page, 'Mobile number').inputValue()).toBe('9876504321');
  expect(await typed(page, 'Mobile number').evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(6);
});

test('a customer’s steps are not replaced while their cart is loading', async ({ page }) => {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'long-wallet');
  await saveSession(page, shop, user);
  await page.addInitScript(() => {
    const seen = { empty: false };
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      seen.empty ||= document.body?.textContent?.includes('There is nothing to check out yet.') === true;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${shop.url}/checkout`);
  await page.getByRole('complementary', { name: 'Order summary' }).getByText('Long Wallet').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => (globalThis as unknown as { seen: { empty: boolean } }).seen.empty)).toBe(false);
});

/** Opens a page as a customer with a wallet in the cart, whose cart call waits until `answer` is called. */
async function openWithHeldCart(page: Page, path: string): Promise<{ answer: (status?: number) => void }> {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'long-wallet');
  await saveSession(page, shop, user);
  const held = Promise.withResolvers<number>();
  await page.route('**/api/customer/cart', async (route) => {
    const status = await held.promise;
    await (status === 200 ? route.continue() : route.fulfill({ status, headers: { 'access-control-allow-origin': '*' } }));
  });
  await page.goto(shop.url + path);
  return { answer: (status = 200) => held.resolve(status) };
}

test('an order waits until the cart has loaded, which is said', async ({ page }) => {
  const { answer } = await openWithHeldCart(page, '/checkout');
  await fillAddress(page);
  const place = page.locator('.place-bar button');
  expect([await place.innerText(), await place.isDisabled()]).toEqual(['Loading your cart…', true]);
  expect(await page.getByRole('complementary', { name: 'Order summary' }).innerText()).not.toContain('₹0.00');
  answer();
  await pressPlaceOrder(page, '₹1,299.00');
  await page.waitForURL('**/order-success');
});

test.for(['/checkout', '/cart'])(
  'a cart that could not be loaded on this device is not called empty in %s, and is retried',
  async (path, { page }) => {
    const { answer } = await openWithHeldCart(page, path);
    answer(503);
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByText('Your cart is empty').count()).toBe(0);
    await page.unroute('**/api/customer/cart');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Long Wallet').first().waitFor({ state: 'attached' });
  },
);

test('a known contact is shown as text, four fields are left, and the contact can be edited', async ({ page }) => {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'long-wallet');
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/checkout`);
  await heading(page, 'Delivery address');
  const contact = await page.getByRole('paragraph').filter({ hasText: 'For Meera Nair' }).innerText();
  expect(contact).toBe(`For Meera Nair\n+91 ${user.customer.phone_number}\n${user.customer.email}`);
  expect(await visibleFields(page)).toBe(4);
  expect(await firstFieldY(page)).toBeLessThanOrEqual(300);
  await page.getByRole('button', { name: '+ Add another phone' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('alt_phone_number');
  await page.getByRole('button', { name: 'Edit contact' }).click();
  expect(await visibleFields(page)).toBe(9);
});

test('the pincode of the delivery check comes along with its city and state, and changes nothing that was saved', async ({
  page,
}) => {
  await page.goto(`${shop.url}/products/long-wallet`);
  await typed(page, 'Delivery pincode').fill('560001');
  await page.getByText('Deliver to 560001').waitFor();
  await addToCart(page, shop, 'long-wallet');
  await page.goto(`${shop.url}/checkout`);
  await verifyMobile(page, newMobile());
  expect(await typed(page, 'Pincode').inputValue()).toBe('560001');
  await expect.poll(() => typed(page, 'State').inputValue()).toBe('Karnataka');
  await page.reload();
  await expect.poll(() => typed(page, 'City').inputValue()).toBe('Bengaluru');
});

test('an unknown pincode is said beside its field, until it is changed', async ({ page }) => {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await verifyMobile(page, newMobile());
  await typed(page, 'Pincode').fill('999999');
  const hint = page.getByText('We cannot find this pincode. Check its 6 digits.');
  await hint.waitFor();
  await typed(page, 'Pincode').fill('682001');
  await expect.poll(() => typed(page, 'City').inputValue()).toBe('Kochi');
  expect(await hint.count()).toBe(0);
});

test('signing in by password returns to the checkout with the cart merged', async ({ page }) => {
  const account = await createAccount(shop);
  const { token } = await apiData<{ token: string }>(shop, '/customer/login', { email: account.email, password });
  await addToServerCart(shop, token, 'plain-tee', 'S');
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await page.getByRole('link', { name: 'Sign in with a password' }).click();
  await page.waitForURL('**/signin?*');
  await typed(page, 'Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).and(page.locator('input')).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/checkout/);
  await heading(page, 'Delivery address');
  await page.locator('[data-sonner-toast]').filter({ hasText: success.login }).waitFor();
  await page.getByText('Asha Rao').waitFor();
  await expect
    .poll(() => storedCartLines(page).then((lines) => lines.toSorted()))
    .toEqual(['1 × Long Wallet', '1 × Plain Tee S']);
});

test('a number typed and sent on a slow connection before the script has come is not lost', async ({ page, pageErrors }) => {
  await addToCart(page, shop, 'long-wallet');
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  const bytesPerSecond = 400_000 / 8;
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  const mobile = newMobile();
  await page.goto(`${shop.url}/checkout`, { waitUntil: 'commit' });
  await typed(page, 'Mobile number').pressSequentially(`+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`);
  await page.getByRole('button', { name: 'Send code' }).click();
  expect(await page.locator('main astro-island[ssr]').count()).toBe(1);
  await page.getByText(`Enter the code sent to +91 ${mobile}.`).waitFor();
  expect(pageErrors).toEqual([]);
}, 180_000);

test('the form in the HTML is not shown to a customer or for an empty cart', async ({ page }) => {
  const isFormShown = () => page.locator('main').getByLabel('Mobile number').isVisible();
  await page.route(/\/_astro\/Checkout\..*\.js/, (route) => route.abort());
  await page.goto(`${shop.url}/checkout`);
  await page.getByText('Loading your checkout…').waitFor();
  expect(await isFormShown()).toBe(false);
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  expect(await isFormShown()).toBe(true);
  await saveSession(page, shop, await createCustomer(shop));
  await page.goto(`${shop.url}/checkout`);
  expect(await isFormShown()).toBe(false);
});

test.for(['98765', ''])('an incomplete number %j shows its error under the prefix', async (number, { page }) => {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await typed(page, 'Mobile number').fill(number);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(number ? fieldErrors.phoneInvalid : fieldErrors.phoneRequired).waitFor();
  expect(await page.locator('main .field-prefix').innerText()).toBe('+91');
});
