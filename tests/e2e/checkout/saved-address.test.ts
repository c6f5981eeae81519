import type { Page } from 'playwright';
import { expect } from 'vitest';
import {
  addToServerCart,
  createCustomer,
  deliveryAddress,
  openReview,
  requestCode,
  type Session,
  saveCart,
  saveSession,
} from '#tests/support/browser/customer.ts';
import { placeOrder, pressPlaceOrder } from '#tests/support/browser/place-order.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

// The saved address in the checkout, for a returning and for a new customer.

const { shop, test } = await useSmallShop();

const typed = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const shown = async (page: Page) =>
  Object.fromEntries(
    await Promise.all(
      ['Address', 'Pincode', 'City', 'State'].map(async (label) => [label.toLowerCase(), await typed(page, label).inputValue()]),
    ),
  );

/** Opens the address step as a customer with a product in the cart. */
async function askedForAddress(page: Page, user: Session): Promise<void> {
  await addToServerCart(shop, user.token, 'long-wallet');
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/checkout`);
  await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
}

test('a customer whose address is known starts at the review, from where Back leads to the cart and Change to the address', async ({
  page,
  pageErrors,
}) => {
  const user = await createCustomer(shop);
  await placeOrder(shop, user, [{ slug: 'long-wallet' }]);
  await addToServerCart(shop, user.token, 'long-wallet');
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/cart`);
  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
  const sent = page.getByRole('region', { name: 'Deliver to' });
  expect(await sent.innerText()).toContain(deliveryAddress.address);
  expect(new URL(page.url()).hash).toBe('#review');
  await page.goBack();
  await page.getByRole('heading', { name: 'Cart', level: 1 }).waitFor();
  await page.goForward();
  await sent.getByRole('link', { name: 'Change address' }).click();
  await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
  await expect.poll(() => shown(page)).toEqual(deliveryAddress);
  await typed(page, 'Address').fill('4 Park Street');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await sent.getByText('4 Park Street').waitFor();
  expect(pageErrors).toEqual([]);
});

test('a customer who signs in by a code goes on to the review', async ({ page }) => {
  const user = await createCustomer(shop);
  await placeOrder(shop, user, [{ slug: 'long-wallet' }]);
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await page.getByLabel('Mobile number').fill(user.customer.phone_number);
  await page.getByLabel('6-digit code').fill(await requestCode(page, 'Send code'));
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
  await page.getByText(deliveryAddress.address).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Your mobile number' }).waitFor();
});

test('the last way to pay is chosen again for the next order, while the shop offers it', async ({ page }) => {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'long-wallet');
  await openReview(page, shop, user);
  await pressPlaceOrder(page, '₹1,299.00');
  await page.waitForURL('**/order-success');
  await addToServerCart(shop, user.token, 'long-wallet');
  await page.goto(`${shop.url}/checkout`);
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
  expect(await page.getByRole('radio', { name: 'Cash on Delivery (COD)' }).isChecked()).toBe(true);
  expect(await page.locator('.place-bar .button.primary').innerText()).toBe('Place order, pay on delivery');
  await page.getByRole('radio', { name: 'Card or netbanking' }).check();
  expect(await page.locator('.place-bar .button.primary').innerText()).toBe('Pay ₹1,299.00');
});

/** Holds the store's answer to the call for the saved address; returns a function that lets it through and waits for it. */
async function holdSavedAddress(page: Page): Promise<() => Promise<void>> {
  const call = '**/api/customer/get-shipping-address';
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(call, async (route) => {
    await held;
    await route.continue();
  });
  return async () => {
    const answered = page.waitForResponse(call);
    answer();
    await (await answered).finished();
  };
}

test('a saved address that arrives late does not overwrite input', async ({ page }) => {
  const user = await createCustomer(shop);
  await placeOrder(shop, user, [{ slug: 'long-wallet' }]);
  const release = await holdSavedAddress(page);
  await askedForAddress(page, user);
  await typed(page, 'Address').fill('4 Park Street');
  await release();
  await typed(page, 'City').focus();
  expect(await shown(page)).toEqual({ address: '4 Park Street', pincode: '', city: '', state: '' });
});

test('errors stay when the customer turns out to have no saved address', async ({ page }) => {
  const release = await holdSavedAddress(page);
  await askedForAddress(page, await createCustomer(shop));
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  const error = page.getByText('City is required');
  await error.waitFor();
  await release();
  await typed(page, 'City').focus();
  expect(await error.isVisible()).toBe(true);
});

test('a press on Edit focuses the first name at once, so that a field entered next keeps the focus', async ({ page }) => {
  await askedForAddress(page, await createCustomer(shop));
  const focused = await page.getByRole('button', { name: 'Edit contact' }).evaluate(async (button: HTMLElement) => {
    button.click();
    await Promise.resolve();
    return document.activeElement?.getAttribute('name');
  });
  expect(focused).toBe('firstname');
});

test('a pincode fills in city and state, which survive a reload', async ({ page }) => {
  await askedForAddress(page, await createCustomer(shop));
  await typed(page, 'Pincode').fill('560001');
  const place = { address: '', pincode: '560001', city: 'Bengaluru', state: 'Karnataka' };
  await expect.poll(() => shown(page)).toEqual(place);
  await page.reload();
  await expect.poll(() => shown(page)).toEqual(place);
});

test('a guest’s mobile number has the focus on arrival, but not after a reload', async ({ page }) => {
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  const isReady = () => page.getByRole('complementary', { name: 'Order summary' }).waitFor();
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await expect.poll(focused).toBe('mobile');
  await page.reload();
  await isReady();
  await page.getByText('Send code').waitFor();
  expect(await focused()).toBeNull();
});
