import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
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
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { unitsInStock } from '#tests/support/browser/shop-records.ts';
import { openRecords } from '#tests/support/browser/shop-server.ts';
import { openPage, phone, type TestPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';

const shop = await smallShop();
let visitor: TestPage;
let page: Page;
beforeEach(async () => {
  visitor = await openPage({ viewport: phone });
  page = visitor.page;
});

const WALLET = '1 × Long Wallet';
const orders = (token: string) => apiData<Order[]>(shop, '/customer/orders', undefined, token);
const walletStock = () => unitsInStock(shop, 'long-wallet');
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const heading = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor();
const failedHeading = "Payment didn't go through. Your cart is safe.";
const tokenOf = (of: Page): Promise<string> =>
  of.evaluate(() => (JSON.parse(localStorage.getItem('haat') ?? '{}') as { auth: { user: Session } }).auth.user.token);
const paymentId = () => present(new URL(page.url()).searchParams.get('id'));

/** Expires a payment's hold a second ago. */
async function runOut(id: string): Promise<void> {
  const db = await openRecords(shop);
  const expires_at = new Date(Date.now() - 1000).toISOString();
  await write(db, (tx) => tx.updateTable('payment').set({ expires_at }).where('id', '=', id).execute());
  await db.destroy();
}

/** Opens the payment of a customer with a wallet in the cart. */
async function customerAtPayment(): Promise<Session> {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'long-wallet');
  await openReview(page, shop, user, 'upi');
  await press(/^(Place order|Pay ₹)/);
  await page.waitForURL('**/payment?id=*');
  await page.getByText('This is a test payment. No money moves.').waitFor();
  return user;
}

/** Opens the payment of a guest with a wallet in the cart; returns the session's token. */
async function guestAtPayment(): Promise<string> {
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await checkOutAsGuest(page, newMobile(), 'UPI');
  await press(/^(Place order|Pay ₹)/);
  await page.waitForURL('**/payment?id=*');
  await page.getByText('This is a test payment. No money moves.').waitFor();
  return tokenOf(page);
}

/** Opens a second tab at the cart. */
async function otherTab(): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(`${shop.url}/cart`);
  await tab.getByText('Long Wallet').first().waitFor();
  return tab;
}

test('a guest pays online: one order, the stock taken once, an empty cart in every tab, and thanks', async () => {
  const before = await walletStock();
  await saveCart(page, shop, ['long-wallet']);
  await page.goto(`${shop.url}/checkout`);
  await checkOutAsGuest(page, newMobile(), 'Card or netbanking');
  await page.reload();
  expect(await page.getByRole('radio', { name: 'Card or netbanking' }).isChecked()).toBe(true);
  const names = await page.getByRole('radio').evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value')));
  expect(names).toEqual(['upi', 'card', 'cod']);
  await press(/^(Place order|Pay ₹)/);
  await page.waitForURL('**/payment?id=*');
  const tab = await otherTab();
  expect(await storedCartLines(page)).toEqual([WALLET]);
  const token = await tokenOf(page);
  const [held] = await orders(token);
  const due = page.getByRole('region', { name: 'Your payment' });
  await due.getByText('₹1,299.00').waitFor();
  expect(await due.innerText()).toMatch(
    new RegExp(`${held?.order_number}[\\s\\S]*₹1,299\\.00[\\s\\S]*hold your items for 1[45]:`),
  );
  await page.reload();
  await press('Paid');
  await page.waitForURL('**/order-success?id=*');
  await heading('Thank you, Meera');

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
  await heading('Thank you, Meera');

  await page.goBack();
  expect(new URL(page.url()).pathname).not.toMatch(/payment|checkout/);
  await page.goto(`${shop.url}/payment?id=${await idOf(present(order))}`);
  await page.waitForURL('**/order-success?id=*');
  expect(await orders(token)).toHaveLength(1);
  expect(visitor.pageErrors).toEqual([]);
}, 180_000);

test('nothing moves when the payment and its failure have loaded', async () => {
  ({ page } = await openPage({ viewport: { width: 1440, height: 900 } }));
  const moved = await recordLayoutShifts(page);
  await customerAtPayment();
  await page.reload();
  await page.getByText('We hold your items').waitFor();
  expect(await moved()).toEqual([]);
  await press('Failed');
  await heading(failedHeading);
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
  ] as const)('because it is pressed as %s keeps the cart, returns the stock and says why', async ([button, why]) => {
    const before = await walletStock();
    const token = button === 'Failed' ? await guestAtPayment() : (await customerAtPayment()).token;
    const tab = await otherTab();
    await press(button);
    await page.waitForURL('**/order-failure?id=*');
    await heading(failedHeading);
    await page.getByText(why).waitFor();
    expect((await orders(token)).map(({ status }) => status)).toEqual(['order is cancelled']);
    expect(await walletStock()).toBe(before);
    expect(await storedCartLines(page)).toEqual([WALLET]);
    await tab.reload();
    await tab.getByText('Long Wallet').first().waitFor();
    expect(await page.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/checkout');
    expect(visitor.pageErrors).toEqual([]);
  });

  test('can be changed to cash on delivery: one order, and the stock taken once', async () => {
    const before = await walletStock();
    const { token } = await customerAtPayment();
    await press('Failed');
    await heading(failedHeading);
    await press('Pay on delivery instead');
    await page.waitForURL('**/order-success?id=*');
    await heading('Thank you, Meera');
    await page.getByText('Keep ₹1,299.00 ready and pay when it arrives.').waitFor();
    expect(await orders(token)).toMatchObject([{ status: 'order has been placed', payment_method: 'cod' }]);
    expect(await walletStock()).toBe(before - 1);
    await expect.poll(() => storedCartLines(page)).toEqual([]);
  });

  test('can be tried again with a new checkout', async () => {
    const before = await walletStock();
    const { token } = await customerAtPayment();
    await press('Abandoned');
    await page.getByRole('link', { name: 'Try again' }).click();
    await heading('Review and pay');
    await press(/^(Place order|Pay ₹)/);
    await page.waitForURL('**/payment?id=*');
    await press('Paid');
    await heading('Thank you, Meera');
    expect((await orders(token)).map(({ status }) => status)).toEqual(['order has been placed', 'order is cancelled']);
    expect(await walletStock()).toBe(before - 1);
  });
});

describe('a payment whose time is over', () => {
  test('returns the stock, and the page says so and what to do', async () => {
    const before = await walletStock();
    const { token } = await customerAtPayment();
    const tab = await otherTab();
    await runOut(paymentId());
    await page.waitForURL('**/order-failure?id=*');
    await heading(failedHeading);
    await page.getByText('The payment did not reach us in time').waitFor();
    expect((await orders(token))[0]?.status).toBe('order is cancelled');
    expect(await walletStock()).toBe(before);
    expect(await storedCartLines(page)).toEqual([WALLET]);
    await tab.reload();
    await tab.getByText('Long Wallet').first().waitFor();
  }, 180_000);

  test('and that arrives late places the order while the items are in stock', async () => {
    const before = await walletStock();
    const { token } = await customerAtPayment();
    const tab = await otherTab();
    const id = paymentId();
    await runOut(id);
    await heading(failedHeading);
    await apiReply(shop, `/payment/${id}/confirm`, { outcome: 'paid' }, token);
    await page.reload();
    await page.waitForURL('**/order-success?id=*');
    await heading('Thank you, Meera');
    expect(await orders(token)).toMatchObject([{ status: 'order has been placed', payment_status: 'paid' }]);
    expect(await walletStock()).toBe(before - 1);
    await expect.poll(() => storedCartLines(page)).toEqual([]);
    await tab.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
  }, 180_000);

  test('and that arrives when the order was placed again is returned, and the page says so', async () => {
    const before = await walletStock();
    const { token } = await customerAtPayment();
    const id = paymentId();
    await press('Failed');
    await page.getByRole('link', { name: 'Try again' }).click();
    await heading('Review and pay');
    await page.getByRole('radio', { name: 'Cash on Delivery (COD)' }).check();
    await press(/^(Place order|Pay ₹)/);
    await page.waitForURL('**/order-success');
    await apiReply(shop, `/payment/${id}/confirm`, { outcome: 'paid' }, token);
    await page.goto(`${shop.url}/payment?id=${id}`);
    await heading('Your payment came too late');
    expect(await page.getByRole('main').innerText()).toContain('₹1,299.00 to the account you paid from');
    expect((await orders(token)).map(({ status }) => status)).toEqual(['order has been placed', 'order is cancelled']);
    expect(await walletStock()).toBe(before - 1);
    expect(await storedCartLines(page)).toEqual([]);
  });
});

test('/order-success without an id leads to the payment that the checkout still waits for', async () => {
  await customerAtPayment();
  const id = paymentId();
  await page.goto(`${shop.url}/order-success`);
  await page.waitForURL(`**/payment?id=${id}`);
});

test('the payment page without an id shows the payment that waits, and none says so kindly', async () => {
  await customerAtPayment();
  const id = paymentId();
  await page.goto(`${shop.url}/payment`);
  await page.getByRole('button', { name: 'Paid' }).waitFor();
  await page.goto(`${shop.url}/payment?id=unknown`);
  await heading('There is nothing to pay');
  await page.goto(`${shop.url}/payment?id=${id}`);
  await press('Abandoned');
  await heading(failedHeading);
  await page.goto(`${shop.url}/payment`);
  await heading('There is nothing to pay');
  expect(await page.getByRole('link', { name: 'See your orders' }).getAttribute('href')).toBe('/my-account/orders');
});

test.for(['/payment?id=x', '/order-failure?id=x'])('%s sends a visitor to sign in and back', async (path) => {
  await page.goto(shop.url + path);
  await page.waitForURL(`**/signin?next=${encodeURIComponent(path)}`);
});

test('axe finds nothing on the payment, its failure and the thanks, in three themes', async () => {
  await customerAtPayment();
  expect(await axeViolationsInThemes(page, 'payment')).toEqual([]);
  await press('Failed');
  await heading(failedHeading);
  expect(await axeViolationsInThemes(page, 'failed payment')).toEqual([]);
  await press('Pay on delivery instead');
  await heading('Thank you, Meera');
  expect(await axeViolationsInThemes(page, 'thanks')).toEqual([]);
});
