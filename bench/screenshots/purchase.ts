import type { Page } from 'playwright';
import { findProductWithSizes } from '#bench/measure/product.ts';
import { addToServerCart, createCustomer, fillAddress, requestCode, saveSession } from '#tests/support/browser/customer.ts';
import type { RunningShop } from '#tests/support/browser/shop-server.ts';
import { captureFullPage, captureViewport } from './capture.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const newMobile = () => `9${String(Date.now()).slice(-9)}`;

/** Buys one product as a new customer, paid on delivery, and captures each step and panel. */
export async function capturePurchase(page: Page, shop: RunningShop, variant: string): Promise<void> {
  const capture = (name: string) => captureFullPage(page, `${name}-${variant}`);
  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor();
  await page.goto(shop.url + (await findProductWithSizes(shop)), { waitUntil: 'networkidle' });
  await capture('product');
  await press(page, 'Add to cart');
  await page.getByText('Please choose a size first').first().waitFor();
  await captureViewport(page, `product-size-asked-${variant}`);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Enlarge picture 1' }).click();
  await captureViewport(page, `product-enlarged-${variant}`);
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { disabled: false }).first().check();
  await press(page, 'Add to cart');
  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
  await captureViewport(page, `cart-popup-${variant}`);
  await page.goto(`${shop.url}/cart`, { waitUntil: 'networkidle' });
  await page.getByText('Have a coupon?').click();
  await capture('cart');

  await page.goto(`${shop.url}/checkout`, { waitUntil: 'networkidle' });
  await press(page, 'Send code');
  await capture('checkout-1-number-refused');
  await page.getByLabel('Mobile number').fill(newMobile());
  const code = await requestCode(page, 'Send code');
  await heading('Enter your code');
  await captureViewport(page, `checkout-2-code-${variant}`);
  await page.getByLabel('6-digit code').fill(code);
  await heading('Delivery address');
  await press(page, 'Continue to payment');
  await capture('checkout-3-address-refused');
  await page.getByLabel('First name').fill('Meera');
  await page.getByLabel('Last name').fill('Nair');
  await page.getByLabel('Email').fill(`meera${Date.now()}@example.in`);
  await fillAddress(page);
  await capture('checkout-4-review');
  await press(page, /^Place order/);
  await heading(/^Thank you/);
  await capture('order-success');
}

/** Takes a customer to the payment of an order, and captures it and its failure. Pays on delivery in the end. */
export async function capturePrepaid(page: Page, shop: RunningShop, variant: string): Promise<void> {
  const user = await createCustomer(shop, newMobile());
  await addToServerCart(shop, user.token, 'pebbled-leather-bifold-wallet-chestnut');
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/checkout`);
  await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
  await captureFullPage(page, `checkout-3-address-known-${variant}`);
  await fillAddress(page, 'UPI');
  await press(page, /^Place order/);
  await page.getByText('No money moves').waitFor();
  await captureFullPage(page, `payment-${variant}`);
  await press(page, 'Failed');
  await page.getByRole('heading', { name: /^Payment didn/ }).waitFor();
  await captureFullPage(page, `order-failure-${variant}`);
  await press(page, 'Pay on delivery instead');
  await page.getByRole('heading', { name: /^Thank you/ }).waitFor();
}
