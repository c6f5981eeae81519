import type { Page } from 'playwright';
import { beforeAll, describe, expect } from 'vitest';
import { success } from '#lib/contract/messages/successes.ts';
import type { Order } from '#lib/contract/orders.ts';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import {
  addToCart,
  addToServerCart,
  apiData,
  checkOutAsGuest,
  createCustomer,
  fillAddress,
  newMobile,
  openReview,
  type Session,
  saveSession,
} from '#tests/support/browser/customer.ts';
import { pressPlaceOrder } from '#tests/support/browser/place-order.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useShop(startSmallShop());
const desktopTest = test.extend('pageOptions', { viewport: desktop });

beforeAll(async () => {
  await shop.store('shipping', 'set', 'charge=49', 'free_from=999', 'cod_fee=30');
  await shop.store('coupon', 'add', 'WELCOME10', '--percent', '10');
  await shop.store('coupon', 'add', 'BIG', '--amount', '100', '--minimum', '5000');
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
/** The totals beside the cart or the checkout, as "label value" lines. */
const totals = async (within: Page) =>
  (await within.locator('main dl.totals > div').allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
const field = (page: Page) => page.getByLabel('Coupon code');
const fieldError = (page: Page) =>
  field(page).evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? '');
const orders = (token: string) => apiData<Order[]>(shop, '/customer/orders', undefined, token);
const savedToken = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('haat') ?? '{}').auth.user.token as string);
const teeStock = async () =>
  (await apiData<{ variants: { stock: number }[] }>(shop, '/single-product-details/plain-tee')).variants[0]?.stock ?? 0;

/** Signs a customer in with T-shirts in the cart. */
async function customer(page: Page, quantity = 1): Promise<string> {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'plain-tee', 'S', quantity);
  await saveSession(page, shop, user);
  return user.token;
}

/** Opens the review of a customer with a T-shirt. */
async function customerAtReview(page: Page, way: 'cod' | 'upi'): Promise<Session> {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'plain-tee', 'S');
  await openReview(page, shop, user, way);
  return user;
}

async function enterCoupon(page: Page, code: string): Promise<void> {
  if (!(await field(page).isVisible())) await page.getByText('Have a coupon?').click();
  await field(page).fill(code);
  await press(page, 'Apply');
}

/** Presses the button until the order is placed: for a second after the total has risen, none is. */
async function placeAtNewTotal(page: Page, total: string): Promise<void> {
  const button = page.locator('.place-bar .button.primary');
  await page.locator('.place-bar').filter({ hasText: total }).waitFor();
  await expect
    .poll(async () => {
      await button.click({ timeout: 1000 }).catch(() => undefined);
      return page.url();
    })
    .toContain('/order-success');
}

describe('on a phone', () => {
  test('a guest reads the charges from the product page on, and the kept coupon is applied after the code', async ({ page }) => {
    await page.goto(`${shop.url}/products/plain-tee`);
    const card = page.getByRole('region', { name: 'Delivery' });
    const lines = ['Shipping ₹49.00, free over ₹999.00', 'Cash on delivery available, fee ₹30.00'];
    expect(await card.getByRole('listitem').allInnerTexts()).toEqual(lines);
    expect(await page.locator('.product-details').textContent()).toContain(
      'Shipping ₹49.00, free over ₹999.00. Cash on delivery fee ₹30.00.',
    );
    await card.getByLabel('Delivery pincode').fill('682001');
    await card.getByText('Deliver to 682001').waitFor();
    expect(await card.getByRole('listitem').allInnerTexts()).toEqual(lines);
    await addToCart(page, shop, 'plain-tee', 'S');
    const popup = page.getByRole('dialog');
    expect(await popup.locator('dl').innerText()).toMatch(/Shipping\s+₹49\.00\s+Total\s+₹548\.00/);
    await popup.getByRole('link', { name: 'View Cart' }).click();
    await page.getByText('Have a coupon?').click();
    await page.getByText('A coupon can be used once your number or email address is verified.').waitFor();
    await enterCoupon(page, 'NOPE');
    await expect.poll(() => fieldError(page)).toBe('Invalid Code');
    await enterCoupon(page, 'welcome10');
    await page.getByText('We apply welcome10 as soon as your number or email address is verified.').waitFor();
    await page.getByText('Add ₹500.00 more for free shipping.').waitFor();
    await page.reload();
    expect(await field(page).inputValue()).toBe('welcome10');
    // UPI will be preselected; the fee of the other method is said.
    await page.getByText('Cash on delivery adds a fee of ₹30.00.').waitFor();
    expect(await totals(page)).toEqual(['Items (1) ₹499.00', 'Shipping ₹49.00', 'Total ₹548.00']);

    await page.getByRole('link', { name: 'Checkout' }).click();
    await checkOutAsGuest(page, newMobile());
    await page.getByText('Pay when your order reaches you. Cash on delivery fee: ₹30.00.').waitFor();
    await page.getByText('You save ₹49.90').waitFor();
    await pressPlaceOrder(page, '₹528.10');
    await page.waitForURL(/order-success/);
    await page.getByText('Keep ₹528.10 ready').waitFor();
    expect(await orders(await savedToken(page))).toMatchObject([
      { price: '499.00', discount_amount: '49.90', shipping_amount: '49.00', cod_fee: '30.00', final_amount: '528.10' },
    ]);
    await page.goto(`${shop.url}/my-account/orders`);
    await page.getByRole('button', { name: /details/i }).click();
    expect(await page.getByRole('dialog').locator('dl.totals').innerText()).toMatch(
      /Amount\s+₹499\.00\s+Quantity\s+1\s+Discount\s+−₹49\.90\s+Subtotal\s+₹449\.10\s+Shipping\s+₹49\.00\s+Cash on delivery fee\s+₹30\.00\s+Total\s+₹528\.10/,
    );
  }, 180_000);

  test('a coupon that expires while checking out orders nothing, says why, and leaves the choice to order without it', async ({
    page,
  }) => {
    const token = await customer(page);
    await page.goto(`${shop.url}/cart`);
    await shop.store('coupon', 'add', 'SHORT', '--amount', '50');
    await enterCoupon(page, 'SHORT');
    await page.getByText('You save ₹50.00').waitFor();
    const checked = page.waitForResponse(
      (reply) => reply.url().endsWith('/apply-coupon') && new URL(page.url()).pathname === '/checkout',
    );
    await page.getByRole('link', { name: 'Checkout' }).click();
    await fillAddress(page);
    await checked;
    const stock = await teeStock();
    const cartTab = await page.context().newPage();
    await Promise.all([cartTab.waitForResponse('**/api/apply-coupon'), cartTab.goto(`${shop.url}/cart`)]);
    await cartTab.getByText('You save ₹50.00').waitFor();
    // Chromium with a window slows down the timers of a tab in the background.
    await page.bringToFront();
    await shop.store('coupon', 'end', 'SHORT');
    await pressPlaceOrder(page, '₹528.00');
    await page.getByText('Coupon SHORT was removed. This coupon has expired.').waitFor();
    expect(await orders(token)).toEqual([]);
    await expect.poll(teeStock).toBe(stock);
    await expect.poll(() => totals(cartTab)).toContain('Total ₹578.00');
    expect(await axeViolationsInThemes(page, 'the review with a removed coupon')).toEqual([]);
    await placeAtNewTotal(page, '₹578.00');
    expect(await orders(token)).toMatchObject([{ discount_amount: '0.00', final_amount: '578.00' }]);
    await expect.poll(teeStock).toBe(stock - 1);
    await cartTab.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
  }, 180_000);
});

describe('on a wide screen', () => {
  desktopTest(
    'a customer applies, changes and removes a coupon by keyboard, and every tab shows the same totals',
    async ({ page }) => {
      const token = await customer(page);
      await page.goto(`${shop.url}/cart`);
      await page.getByText('Have a coupon?').press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => fieldError(page)).toBe('Enter a coupon code');
      await page.keyboard.type('BIG');
      await page.keyboard.press('Enter');
      await expect.poll(() => fieldError(page)).toBe('This coupon needs a cart of at least ₹5,000.00');
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('coupon_code');
      expect(await axeViolationsInThemes(page, 'the cart with a refused coupon')).toEqual([]);
      await field(page).fill('NOPE');
      await page.keyboard.press('Enter');
      await expect.poll(() => fieldError(page)).toBe('Invalid Code');
      await field(page).fill('welcome10');
      await page.keyboard.press('Enter');
      await page.getByText(success.couponApplied).waitFor();
      await page.getByText('You save ₹49.90').waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('WELCOME10');
      expect(await axeViolationsInThemes(page, 'the cart with an applied coupon')).toEqual([]);

      const other = await page.context().newPage();
      await other.goto(`${shop.url}/cart`);
      await press(page, 'Increase quantity');
      const twice = ['Items (2) ₹998.00', 'Discount −₹99.80', 'Shipping ₹49.00', 'Total ₹947.20'];
      await expect.poll(() => totals(page)).toEqual(twice);
      await expect.poll(() => totals(other)).toEqual(twice);
      await press(page, 'Increase quantity');
      const thrice = ['Items (3) ₹1,497.00', 'Discount −₹149.70', 'Shipping Free', 'Total ₹1,347.30'];
      await expect.poll(() => totals(other)).toEqual(thrice);
      await page.getByRole('button', { name: 'Remove coupon' }).press('Enter');
      await expect.poll(() => totals(other)).toEqual([thrice[0], thrice[2], 'Total ₹1,497.00']);
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Have a coupon?');

      await page.getByRole('link', { name: 'Checkout' }).click();
      await fillAddress(page);
      await enterCoupon(page, 'WELCOME10');
      await page.getByText('You save ₹149.70').waitFor();
      // Cash on delivery has been chosen with the address, in every tab.
      await expect.poll(() => totals(other)).toEqual([...thrice.slice(0, 3), 'Cash on delivery fee ₹30.00', 'Total ₹1,377.30']);
      await page.reload();
      const stock = await teeStock();
      await pressPlaceOrder(page, '₹1,377.30');
      await page.waitForURL(/order-success/);
      await page.getByText('Keep ₹1,377.30 ready').waitFor();
      await other.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
      await expect.poll(teeStock).toBe(stock - 3);
      expect(await orders(token)).toMatchObject([
        { price: '1497.00', discount_amount: '149.70', shipping_amount: '0.00', cod_fee: '30.00', final_amount: '1377.30' },
      ]);
      expect(await page.evaluate(() => JSON.parse(localStorage.getItem('haat') ?? '{}').checkout.discount)).toBeNull();
    },
    180_000,
  );

  desktopTest('charges that change while the shopper reviews are said, and the order has the new ones', async ({ page }) => {
    const { token } = await customerAtReview(page, 'cod');
    await shop.store('shipping', 'set', 'charge=59');
    await pressPlaceOrder(page, '₹578.00');
    await page.getByRole('alert').getByText('Prices have changed. Please review your cart.').waitFor();
    expect(await orders(token)).toEqual([]);
    await placeAtNewTotal(page, '₹588.00');
    expect(await orders(token)).toMatchObject([{ shipping_amount: '59.00', final_amount: '588.00' }]);
    await shop.store('shipping', 'set', 'charge=49');
  });

  desktopTest(
    'a fee for delivery that changes on the payment page is said there, and is paid only once it was shown',
    async ({ page }) => {
      const { token } = await customerAtReview(page, 'upi');
      await pressPlaceOrder(page, '₹548.00');
      await page.getByText('you pay ₹578.00 when it reaches you. Cash on delivery fee: ₹30.00.').waitFor();
      await shop.store('shipping', 'set', 'cod_fee=45');
      await press(page, 'Pay on delivery instead');
      await page.getByText('The cash on delivery fee is now ₹45.00.').waitFor();
      await page.getByText('you pay ₹593.00 when it reaches you. Cash on delivery fee: ₹45.00.').waitFor();
      expect(await orders(token)).toMatchObject([{ status: 'payment is pending', final_amount: '548.00' }]);
      await press(page, 'Pay on delivery instead');
      await page.getByText('Keep ₹593.00 ready and pay when it arrives.').waitFor();
      expect(await orders(token)).toMatchObject([{ status: 'order has been placed', cod_fee: '45.00', final_amount: '593.00' }]);
      await shop.store('shipping', 'set', 'cod_fee=30');
    },
  );

  desktopTest('what pages say about shipping follows the settings', async ({ page }) => {
    for (const path of ['/', '/shop']) {
      await page.goto(shop.url + path);
      const description = page.locator('meta[name="description"]');
      expect(await description.getAttribute('content')).toContain('Free shipping over ₹999.00');
    }
    await page.goto(shop.url);
    expect(await page.locator('script[type="application/ld+json"]').first().textContent()).toContain(
      '"name":"Free shipping over ₹999.00"',
    );
  });
});
