import type { Page } from 'playwright';
import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import type { Order } from '#lib/contract/orders.ts';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import {
  addToServerCart,
  apiData,
  checkOutAsGuest,
  createCustomer,
  newMobile,
  openReview,
  type Session,
  saveCart,
  saveSession,
} from '#tests/support/browser/customer.ts';
import { recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useShop } from '#tests/support/shop-test.ts';

const phone = { width: 360, height: 740 };

const { shop, test } = await useShop(startSmallShop());

beforeAll(async () => {
  await shop.store('payments', 'set', 'prepaid_discount=5%');
  await shop.store('shipping', 'set', 'charge=0', 'cod_fee=30');
  await shop.store('coupon', 'add', 'SAVE10', '--percent', '10', '--minimum', '999', '--public');
  await shop.store('coupon', 'add', 'FLAT20', '--amount', '20', '--public');
  await shop.store('coupon', 'add', 'BIG', '--amount', '500', '--minimum', '1500', '--public');
  await shop.store('coupon', 'add', 'SECRET', '--percent', '50');
});

/** The totals beside the cart, the checkout or the order, as "label value" lines. */
const totals = async (page: Page, where = 'main') =>
  (await page.locator(`${where} dl.totals > div`).allInnerTexts()).map((row) => row.replace(/\s+/g, ' '));
const orders = (token: string) => apiData<Order[]>(shop, '/customer/orders', undefined, token);
const chip = (page: Page, code: string) => page.getByRole('button', { name: new RegExp(`^Apply coupon\\s+${code} `) });
const placeButton = (page: Page) => page.locator('.place-bar button.primary');

/** Presses until the payment is there: a press just after another one nearby counts as its second tap, and does nothing. */
const goToPayment = (page: Page) =>
  expect
    .poll(async () => {
      await placeButton(page)
        .click({ timeout: 1000 })
        .catch(() => undefined);
      return page.url();
    })
    .toContain('/payment?id=');

async function customerAtReview(page: Page, way: 'cod' | 'upi'): Promise<Session> {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'long-wallet');
  await openReview(page, shop, user, way);
  await page.locator('.checkout-summary summary').click();
  return user;
}

describe('paying ahead', () => {
  test('saves what the choice says: the same total at the review, the payment, the thanks and the order', async ({ page }) => {
    const user = await customerAtReview(page, 'upi');
    expect(await page.getByText('Save ₹64.95 by paying now').count()).toBe(2);
    await expect
      .poll(() => totals(page))
      .toEqual(['Subtotal ₹1,299.00', 'Discount for paying ahead −₹64.95', 'Shipping Free', 'Total ₹1,234.05']);
    await page.getByRole('radio', { name: 'Cash on Delivery (COD)' }).check();
    await expect
      .poll(() => totals(page))
      .toEqual(['Subtotal ₹1,299.00', 'Shipping Free', 'Cash on delivery fee ₹30.00', 'Total ₹1,329.00']);
    await page.locator('input[value=upi]').check();
    expect(await axeViolationsInThemes(page, 'the review with a discount for paying ahead')).toEqual([]);
    await goToPayment(page);
    await page.getByRole('region', { name: 'Your payment' }).getByText('₹1,234.05').waitFor();
    await page.getByRole('button', { name: 'Paid', exact: true }).click();
    await page.waitForURL('**/order-success?id=*');
    await page.getByRole('heading', { name: 'Thank you, Meera' }).waitFor();
    await page.getByText('₹1,234.05').first().waitFor();
    const [order] = await orders(user.token);
    expect(order).toMatchObject({ prepaid_discount: '64.95', final_amount: '1234.05', payment_status: 'paid' });
    await page.goto(`${shop.url}/my-account/orders#${order?.order_number}`);
    await page.getByRole('dialog').waitFor();
    expect(await totals(page, '.order-panel')).toEqual([
      'Amount ₹1,299.00',
      'Quantity 1',
      'Discount for paying ahead −₹64.95',
      'Subtotal ₹1,234.05',
      'Shipping Free',
      'Total ₹1,234.05',
    ]);
  });

  test('and changing to cash on delivery after a failed payment takes the discount away, as is said before', async ({ page }) => {
    const user = await customerAtReview(page, 'upi');
    await goToPayment(page);
    await page.getByRole('button', { name: 'Failed', exact: true }).click();
    await page.waitForURL('**/order-failure?*');
    await page
      .getByText(
        'Your order is placed at once, and you pay ₹1,329.00 when it reaches you. Cash on delivery fee: ₹30.00. Without the discount of ₹64.95 for paying ahead.',
      )
      .waitFor();
    await page.getByRole('button', { name: 'Pay on delivery instead' }).click();
    await page.waitForURL('**/order-success?id=*');
    await page.getByText('Keep ₹1,329.00 ready').waitFor();
    const [order] = await orders(user.token);
    expect(order).toMatchObject({ payment_method: 'cod', cod_fee: '30.00', final_amount: '1329.00' });
    expect(order?.prepaid_discount).toBeUndefined();
  });

  test('at another discount than the page had is refused, and the page shows the new total', async ({ page }) => {
    const user = await createCustomer(shop);
    await addToServerCart(shop, user.token, 'long-wallet');
    await openReview(page, shop, user, 'upi');
    await placeButton(page).filter({ hasText: '₹1,234.05' }).waitFor();
    await shop.store('payments', 'set', 'prepaid_discount=100');
    onTestFinished(async () => void (await shop.store('payments', 'set', 'prepaid_discount=5%')));
    await placeButton(page).click();
    await page.getByRole('alert').getByText('Prices have changed. Please review your cart.').waitFor();
    await placeButton(page).filter({ hasText: '₹1,199.00' }).waitFor();
    expect(await orders(user.token)).toEqual([]);
  });

  test('changes nothing in the cart, which does not say yet how it is paid', async ({ page }) => {
    await saveCart(page, shop, ['long-wallet']);
    await page.goto(`${shop.url}/cart`);
    await expect.poll(async () => (await totals(page)).at(-1)).toBe('Total ₹1,299.00');
  });
});

describe('the public coupons', () => {
  test('are named in the cart, the best first, and one tap applies one for a customer', async ({ page }) => {
    const user = await createCustomer(shop);
    await addToServerCart(shop, user.token, 'long-wallet');
    await saveSession(page, shop, user);
    await page.goto(`${shop.url}/cart`);
    await page.getByText('Best for this cart: SAVE10, you save ₹129.90').waitFor();
    const shown = await page.locator('.offers li').allInnerTexts();
    expect(shown.map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'Apply coupon SAVE10 10% off above ₹999.00',
      'Apply coupon FLAT20 ₹20.00 off',
      'BIG ₹500.00 off above ₹1,500.00 Add ₹201.00 more',
    ]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await chip(page, 'BIG').count()).toBe(0);
    const heights = await page.locator('button.offer').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    for (const height of heights) expect(height).toBeGreaterThanOrEqual(44);
    expect(await axeViolationsInThemes(page, 'the cart with public coupons')).toEqual([]);
    await chip(page, 'SAVE10').click();
    await page.locator('.coupon-applied').waitFor();
    await expect
      .poll(() => totals(page))
      .toEqual(['Items (1) ₹1,299.00', 'Discount −₹129.90', 'Shipping Free', 'Total ₹1,169.10']);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('coupon-applied');
    expect(await page.locator('.offers').count()).toBe(0);
  });

  test('are kept for a guest by one tap, and applied after the code, with the discount for paying ahead on the rest', async ({
    page,
  }) => {
    await saveCart(page, shop, ['long-wallet']);
    await page.goto(`${shop.url}/cart`);
    await chip(page, 'SAVE10').click();
    await page.getByText('We apply SAVE10 as soon as your number or email address is verified.').waitFor();
    expect(await chip(page, 'SAVE10').getAttribute('aria-pressed')).toBe('true');
    await page.goto(`${shop.url}/checkout`);
    await checkOutAsGuest(page, newMobile(), 'UPI');
    await page.locator('.checkout-summary summary').click();
    await expect
      .poll(() => totals(page))
      .toEqual([
        'Subtotal ₹1,299.00',
        'Discount −₹129.90',
        'Discount for paying ahead −₹58.45',
        'Shipping Free',
        'Total ₹1,110.65',
      ]);
    await goToPayment(page);
    await page.getByRole('region', { name: 'Your payment' }).getByText('₹1,110.65').waitFor();
  });

  test.for([phone, { width: 768, height: 1024 }, desktop])(
    'are whole on wide screens, and peek on phones: $width × $height',
    async (viewport, { page }) => {
      await page.setViewportSize(viewport);
      await saveCart(page, shop, ['long-wallet']);
      await page.goto(`${shop.url}/cart`);
      await chip(page, 'SAVE10').waitFor();
      const [edge = 0, ...chips] = await page
        .locator('.offers ul, .offers li')
        .evaluateAll(
          (boxes) =>
            boxes.map((box) => box.getBoundingClientRect()).map(({ left, right }, i) => (i === 0 ? right : [left, right])) as [
              number,
              ...[number, number][],
            ],
        );
      if (viewport === phone) {
        const cut = chips.find(([left, right]) => left < edge - 8 && right > edge);
        expect(cut).toBeDefined();
      } else expect(chips.filter(([, right]) => right > edge)).toEqual([]);
    },
  );

  test.for([phone, desktop])('come late without moving anything at $width × $height', async (viewport, { page }) => {
    await page.setViewportSize(viewport);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/offers', async (route) => {
      await held;
      await route.continue();
    });
    const moved = await recordLayoutShifts(page);
    await saveCart(page, shop, ['long-wallet']);
    await page.goto(`${shop.url}/cart`);
    await page.getByText('Have a coupon?').scrollIntoViewIfNeeded();
    const before = await page.getByText('Have a coupon?').boundingBox();
    release();
    await chip(page, 'SAVE10').waitFor();
    expect(await page.getByText('Have a coupon?').boundingBox()).toEqual(before);
    expect(await moved()).toEqual([]);
  });

  test('that ended meanwhile says so and is gone', async ({ page }) => {
    await shop.store('coupon', 'add', 'BRIEF', '--amount', '400', '--public');
    const user = await createCustomer(shop);
    await addToServerCart(shop, user.token, 'long-wallet');
    await saveSession(page, shop, user);
    await page.goto(`${shop.url}/cart`);
    await chip(page, 'BRIEF').waitFor();
    await shop.store('coupon', 'end', 'BRIEF');
    await chip(page, 'BRIEF').click();
    await page.locator('.offers [role=alert]').filter({ hasText: 'This coupon has expired' }).waitFor();
    await chip(page, 'BRIEF').waitFor({ state: 'detached' });
  });
});

describe('a note to the shop', () => {
  test('is folded at the review, outlives a reload and a failed payment, and is on the order', async ({ page }) => {
    const user = await customerAtReview(page, 'upi');
    const field = () => page.getByLabel('Your note, up to 250 characters');
    expect(await field().isVisible()).toBe(false);
    await page.getByText('Note to the shop (optional)').click();
    await field().fill('Please ring twice.\nThe bell is soft.');
    expect(await axeViolationsInThemes(page, 'the review with a note')).toEqual([]);
    await page.reload();
    expect(await field().inputValue()).toBe('Please ring twice.\nThe bell is soft.');
    await goToPayment(page);
    await page.getByRole('button', { name: 'Failed', exact: true }).click();
    await page.waitForURL('**/order-failure?*');
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.waitForURL('**/checkout*');
    await goToPayment(page);
    await page.getByRole('button', { name: 'Paid', exact: true }).click();
    await page.waitForURL('**/order-success?id=*');
    const [order] = await orders(user.token);
    expect(order?.note).toBe('Please ring twice.\nThe bell is soft.');
    await page.goto(`${shop.url}/my-account/orders#${order?.order_number}`);
    await page.getByRole('dialog').getByText('Please ring twice.').waitFor();
    const shown = await shop.store('order', present(order).order_number);
    expect(JSON.stringify(shown)).toContain('Note from the customer: Please ring twice.');
  });
});
