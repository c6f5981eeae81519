import type { Page } from 'playwright';
import { describe, expect } from 'vitest';
import { write } from '#api/database/transaction.ts';
import type { Order } from '#lib/contract/orders.ts';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import {
  addToServerCart,
  apiData,
  apiReply,
  checkOutAsGuest,
  createCustomer,
  newMobile,
  openReview,
  type Session,
  saveCart,
  storedCartLines,
} from '#tests/support/browser/customer.ts';
import { recordLayoutShifts } from '#tests/support/browser/layout-shifts.ts';
import { unitsInStock } from '#tests/support/browser/shop-records.ts';
import { openRecords } from '#tests/support/browser/shop-server.ts';
import { present } from '#tests/support/present.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();

const WALLET = '1 × Long Wallet';
const orders = (token: string) => apiData<Order[]>(shop, '/customer/orders', undefined, token);
const walletStock = () => unitsInStock(shop, 'long-wallet');
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();
const failedHeading = "Payment didn't go through. Your cart is safe.";
const tokenOf = (of: Page): Promise<string> =>
  of.evaluate(() => (JSON.parse(localStorage.getItem('haat') ?? '{}') as { auth: { user: Session } }).auth.user.token);
const paymentId = (page: Page) => present(new URL(page.url()).searchParams.get('id'));

/** Expires a payment's hold a second ago. */
async function runOut(id: string): Promise<void> {
  const db = await openRecords(shop);
  const expires_at = new Date(Date.now() - 1000).toISOString();
  await write(db, (tx) => tx.updateTable('payment').set({ expires_at }).where('id', '=', id).execute());
  await db.destroy();
}

/** Opens the payment of a customer with a wallet in the cart. */
async function customerAtPayment(page: Page): Promise<Session> {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'long-wallet');
  await openReview(page, shop, user, 'upi');
  await press(page, /^(Place order|Pay ₹)/);
  await page.waitForURL('**/payment?id=*');
  await page.getByText('This is a test payment. No money moves.').waitFor();
  return user;
}

/** Opens the payment of a guest with a wallet in the cart; returns the session's token. */
async function guestAtPayment(page: Page): Promise<string> {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await checkOutAsGuest(page, newMobile(), 'UPI');
  await press(page, /^(Place order|Pay ₹)/);
  await page.waitForURL('**/payment?id=*');
  await page.getByText('This is a test payment. No money moves.').waitFor();
  return tokenOf(page);
}

/** Opens a second tab at the cart. */
async function otherTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(`${shop.url}/cart`);
  await tab.getByText('Long Wallet').first().waitFor();
  return tab;
}

test('a guest pays online: one order, the stock taken once, an empty cart in every tab, and thanks', async ({
  page,
  pageErrors,
}) => {
  const before = await walletStock();
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await checkOutAsGuest(page, newMobile(), 'Card or netbanking');
  await page.reload();
  expect(await page.getByRole('radio', { name: 'Card or netbanking' }).isChecked()).toBe(true);
  const names = await page.getByRole('radio').evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value')));
  expect(names).toEqual(['upi', 'card', 'cod']);
  await press(page, /^(Place order|Pay ₹)/);
  await page.waitForURL('**/payment?id=*');
  const tab = await otherTab(page);
  expect(await storedCartLines(page)).toEqual([WALLET]);
  const token = await tokenOf(page);
  const [held] = await orders(token);
  const due = page.getByRole('region', { name: 'Your payment' });
  await due.getByText('₹1,299.00').waitFor();
  expect(await due.innerText()).toMatch(
    new RegExp(`${held?.order_number}[\\s\\S]*₹1,299\\.00[\\s\\S]*hold your items for 1[45]:`),
  );
  await page.reload();
  await press(page, 'Paid');
  await page.waitForURL('**/order-success?id=*');
  await heading(page, 'Thank you, Meera');

  const [order, ...others] = await orders(token);
  expect(others).toEqual([]);
  expect(order).toMatchObject({ status: 'order has been placed', payment_method: 'prepaid', payment_status: 'paid' });
  expect(await walletStock()).toBe(before - 1);
  await page.locator('[data-sonner-toast]').filter({ hasText: 'Order placed successfully' }).waitFor();
  const main = await page.getByRole('main').innerText();
  for (const words of [present(order?.order_number), 'Your order is placed.', '14, Lake View Road', 'Prepaid', '₹1,299.00'])
    expect(main).toContain(words);
  expect(main).not.toContain('We sent the details');
  await expect.poll(() => storedCartLines(page)).toEqual([]);
  await tab.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
  await page.getByRole('button', { name: 'Copy order number' }).click();
  await page.getByText('Copied!').waitFor();

  await page.getByRole('link', { name: 'View order' }).click();
  await page.getByRole('dialog').getByText(present(order?.order_number)).waitFor();
  await page.goBack();
  await heading(page, 'Thank you, Meera');

  await page.goBack();
  expect(new URL(page.url()).pathname).not.toMatch(/payment|checkout/);
  await page.goto(`${shop.url}/payment?id=${await idOf(present(order))}`);
  await page.waitForURL('**/order-success?id=*');
  expect(await orders(token)).toHaveLength(1);
  expect(pageErrors).toEqual([]);
}, 180_000);

test('nothing moves when the payment and its failure have loaded', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const moved = await recordLayoutShifts(page);
  await customerAtPayment(page);
  await page.reload();
  await page.getByText('We hold your items').waitFor();
  expect(await moved()).toEqual([]);
  await press(page, 'Failed');
  await heading(page, failedHeading);
  await page.getByRole('link', { name: 'Try again' }).waitFor();
  expect(await moved()).toEqual([]);
});

/** The id of an order's payment. */
async function idOf({ order_number }: Order): Promise<string> {
  const db = await openRecords(shop);
  const { id } = await db
    .selectFrom('payment')
    .innerJoin('orders', 'orders.checkout_id', 'payment.checkout_id')
    .select('payment.id')
    .where('order_number', '=', order_number)
    .executeTakeFirstOrThrow()
    .finally(() => db.destroy());
  return id;
}

describe('a payment that is not made', () => {
  test.for([
    ['Failed', 'Your bank or UPI app did not complete the payment.'],
    ['Abandoned', 'The payment was closed before it was finished, so nothing has been paid.'],
  ] as const)(
    'because it is pressed as %s keeps the cart, returns the stock and says why',
    async ([button, why], { page, pageErrors }) => {
      const before = await walletStock();
      const token = button === 'Failed' ? await guestAtPayment(page) : (await customerAtPayment(page)).token;
      const tab = await otherTab(page);
      await press(page, button);
      await page.waitForURL('**/order-failure?id=*');
      await heading(page, failedHeading);
      await page.getByText(why).waitFor();
      expect((await orders(token)).map(({ status }) => status)).toEqual(['order is cancelled']);
      expect(await walletStock()).toBe(before);
      expect(await storedCartLines(page)).toEqual([WALLET]);
      await tab.reload();
      await tab.getByText('Long Wallet').first().waitFor();
      expect(await page.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/checkout');
      expect(pageErrors).toEqual([]);
    },
  );

  test('can be changed to cash on delivery: one order, and the stock taken once', async ({ page }) => {
    const before = await walletStock();
    const { token } = await customerAtPayment(page);
    await press(page, 'Failed');
    await heading(page, failedHeading);
    await press(page, 'Pay on delivery instead');
    await page.waitForURL('**/order-success?id=*');
    await heading(page, 'Thank you, Meera');
    await page.getByText('Keep ₹1,299.00 ready and pay when it arrives.').waitFor();
    expect(await orders(token)).toMatchObject([{ status: 'order has been placed', payment_method: 'cod' }]);
    expect(await walletStock()).toBe(before - 1);
    await expect.poll(() => storedCartLines(page)).toEqual([]);
  });

  test('can be tried again with a new checkout', async ({ page }) => {
    const before = await walletStock();
    const { token } = await customerAtPayment(page);
    await press(page, 'Abandoned');
    await page.getByRole('link', { name: 'Try again' }).click();
    await heading(page, 'Review and pay');
    await press(page, /^(Place order|Pay ₹)/);
    await page.waitForURL('**/payment?id=*');
    await press(page, 'Paid');
    await heading(page, 'Thank you, Meera');
    expect((await orders(token)).map(({ status }) => status)).toEqual(['order has been placed', 'order is cancelled']);
    expect(await walletStock()).toBe(before - 1);
  });
});

describe('a payment whose time is over', () => {
  test('returns the stock, and the page says so and what to do', async ({ page }) => {
    const before = await walletStock();
    const { token } = await customerAtPayment(page);
    const tab = await otherTab(page);
    await runOut(paymentId(page));
    await page.waitForURL('**/order-failure?id=*');
    await heading(page, failedHeading);
    await page.getByText('The payment did not reach us in time').waitFor();
    expect((await orders(token))[0]?.status).toBe('order is cancelled');
    expect(await walletStock()).toBe(before);
    expect(await storedCartLines(page)).toEqual([WALLET]);
    await tab.reload();
    await tab.getByText('Long Wallet').first().waitFor();
  }, 180_000);

  test('and that arrives late places the order while the items are in stock', async ({ page }) => {
    const before = await walletStock();
    const { token } = await customerAtPayment(page);
    const tab = await otherTab(page);
    const id = paymentId(page);
    await runOut(id);
    await heading(page, failedHeading);
    await apiReply(shop, `/payment/${id}/confirm`, { outcome: 'paid' }, token);
    await page.reload();
    await page.waitForURL('**/order-success?id=*');
    await heading(page, 'Thank you, Meera');
    expect(await orders(token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
    expect(await walletStock()).toBe(before - 1);
    await expect.poll(() => storedCartLines(page)).toEqual([]);
    await tab.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
  }, 180_000);

  test('and that arrives when the order was placed again is returned, and the page says so', async ({ page }) => {
    const before = await walletStock();
    const { token } = await customerAtPayment(page);
    const id = paymentId(page);
    await press(page, 'Failed');
    await page.getByRole('link', { name: 'Try again' }).click();
    await heading(page, 'Review and pay');
    await page.getByRole('radio', { name: 'Cash on Delivery (COD)' }).check();
    await press(page, /^(Place order|Pay ₹)/);
    await page.waitForURL('**/order-success');
    await apiReply(shop, `/payment/${id}/confirm`, { outcome: 'paid' }, token);
    await page.goto(`${shop.url}/payment?id=${id}`);
    await heading(page, 'Your payment came too late');
    expect(await page.getByRole('main').innerText()).toContain('₹1,299.00 to the account you paid from');
    expect((await orders(token)).map(({ status }) => status)).toEqual(['order has been placed', 'order is cancelled']);
    expect(await walletStock()).toBe(before - 1);
    expect(await storedCartLines(page)).toEqual([]);
  });
});

test('/order-success without an id leads to the payment that the checkout still waits for', async ({ page }) => {
  await customerAtPayment(page);
  const id = paymentId(page);
  await page.goto(`${shop.url}/order-success`);
  await page.waitForURL(`**/payment?id=${id}`);
});

test('the payment page without an id shows the payment that waits, and none says so kindly', async ({ page }) => {
  await customerAtPayment(page);
  const id = paymentId(page);
  await page.goto(`${shop.url}/payment`);
  await page.getByRole('button', { name: 'Paid' }).waitFor();
  await page.goto(`${shop.url}/payment?id=unknown`);
  await heading(page, 'There is nothing to pay');
  await page.goto(`${shop.url}/payment?id=${id}`);
  await press(page, 'Abandoned');
  await heading(page, failedHeading);
  await page.goto(`${shop.url}/payment`);
  await heading(page, 'There is nothing to pay');
  expect(await page.getByRole('link', { name: 'See your orders' }).getAttribute('href')).toBe('/my-account/orders');
});

test.for(['/payment?id=x', '/order-failure?id=x'])('%s sends a visitor to sign in and back', async (path, { page }) => {
  await page.goto(shop.url + path);
  await page.waitForURL(`**/signin?next=${encodeURIComponent(path)}`);
});

test('axe finds nothing on the payment, its failure and the thanks, in three themes', async ({ page }) => {
  await customerAtPayment(page);
  expect(await axeViolationsInThemes(page, 'payment')).toEqual([]);
  await press(page, 'Failed');
  await heading(page, failedHeading);
  expect(await axeViolationsInThemes(page, 'failed payment')).toEqual([]);
  await press(page, 'Pay on delivery instead');
  await heading(page, 'Thank you, Meera');
  expect(await axeViolationsInThemes(page, 'thanks')).toEqual([]);
});
