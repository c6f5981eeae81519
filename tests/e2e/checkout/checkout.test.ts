import type { Page } from 'playwright';
import { describe, expect, onTestFinished } from 'vitest';
import { OTP_ATTEMPTS } from '#api/services/auth/create-and-redeem-otp.ts';
import { failure, soldOut } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { Order } from '#lib/contract/orders.ts';
import { axeViolationsInThemes } from '#tests/support/browser/axe.ts';
import {
  addToServerCart,
  apiData,
  createCustomer,
  fillAddress,
  newMobile,
  openReview,
  requestCode,
  type Session,
  saveCart,
  saveSession,
  storedCartLines,
} from '#tests/support/browser/customer.ts';
import { pressPlaceOrder } from '#tests/support/browser/place-order.ts';
import { importRows, smallCatalogue } from '#tests/support/browser/small-catalogue.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop();

const typed = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
/** The text below a field: its error, or else its hint. */
const said = (page: Page, label: string) =>
  typed(page, label).evaluate(
    (input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
  );
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

/** Fills a field and expects the text below it. */
async function expectSaid(page: Page, label: string, value: string, message: string): Promise<void> {
  await typed(page, label).fill(value);
  await typed(page, label).blur();
  await expect.poll(() => said(page, label), { message: `${label} "${value}"` }).toBe(message);
}

async function customerWithTees(quantity = 1): Promise<Session> {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'plain-tee', 'S', quantity);
  return user;
}

/** Opens the last checkout step as a customer with a T-shirt. */
async function customerAtReview(page: Page): Promise<string> {
  const user = await customerWithTees();
  await openReview(page, shop, user);
  return user.token;
}

const orders = (token: string) => apiData<Order[]>(shop, '/customer/orders', undefined, token);
const teeStock = async () =>
  (await apiData<{ variants: { stock: number }[] }>(shop, '/single-product-details/plain-tee')).variants[0]?.stock ?? 0;
const notice = (page: Page) => page.locator('main').getByRole('alert');

describe('a guest', () => {
  test.beforeEach(async ({ page }) => {
    await saveCart(page, shop, ['plain-tee', 'S']);
    await page.clock.install();
    await page.goto(`${shop.url}/checkout`);
    await heading(page, 'Your mobile number');
  });

  test('sees an error for an invalid mobile number', async ({ page }) => {
    await press(page, 'Send code');
    await expect.poll(() => said(page, 'Mobile number')).toBe(fieldErrors.phoneRequired);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('mobile');
    for (const wrong of ['98765', '0987654321', '98765abcde'])
      await expectSaid(page, 'Mobile number', wrong, fieldErrors.phoneInvalid);
    await expectSaid(page, 'Mobile number', '9876500001', 'We send a 6-digit code to this number. No password needed.');
  });

  test('sees an error for a wrong code, may request a new one after 30 seconds, and only the new one is valid', async ({
    page,
  }) => {
    await typed(page, 'Mobile number').fill(newMobile());
    const first = await requestCode(page, 'Send code');
    await heading(page, 'Enter your code');
    await press(page, 'Verify');
    await expect.poll(() => said(page, '6-digit code')).toBe(fieldErrors.codeInvalid);
    await expectSaid(page, '6-digit code', '12ab', fieldErrors.codeInvalid);
    const wrong = first === '000000' ? '000001' : '000000';
    await typed(page, '6-digit code').fill(wrong);
    await expect.poll(() => said(page, '6-digit code')).toBe(failure.otpInvalid);

    await page.getByText(/Resend code in 0:\d\d/).waitFor();
    expect(await page.getByRole('button', { name: 'Resend code' }).count()).toBe(0);
    await page.clock.fastForward('00:31');
    const second = await requestCode(page, 'Resend code');
    await page.getByText(/Resend code in 0:\d\d/).waitFor();
    if (first !== second) {
      await typed(page, '6-digit code').fill(first);
      await expect.poll(() => said(page, '6-digit code')).toBe(failure.otpInvalid);
    }
    await typed(page, '6-digit code').fill(second);
    await heading(page, 'Delivery address');
  });

  test(`can try one code at most ${OTP_ATTEMPTS} times, and can change the number`, async ({ page }) => {
    await typed(page, 'Mobile number').fill(newMobile());
    const code = await requestCode(page, 'Send code');
    for (let tries = 0; tries < OTP_ATTEMPTS; tries++) {
      const answered = page.waitForResponse(/\/api\/otp\/verify\/checkout/);
      await typed(page, '6-digit code').fill(String((Number(code) + tries + 1) % 1_000_000).padStart(6, '0'));
      expect((await answered).status()).toBe(422);
    }
    const answered = page.waitForResponse(/\/api\/otp\/verify\/checkout/);
    await typed(page, '6-digit code').fill(code);
    expect((await answered).status()).toBe(422);
    await expect.poll(() => said(page, '6-digit code')).toBe(failure.otpInvalid);
    await press(page, 'Change number');
    await heading(page, 'Your mobile number');
  });

  test('sees the exact errors for the details and the address', async ({ page }) => {
    await typed(page, 'Mobile number').fill(newMobile());
    const code = await requestCode(page, 'Send code');
    await typed(page, '6-digit code').fill(code);
    await heading(page, 'Delivery address');
    await press(page, 'Continue to payment');
    await expect.poll(() => said(page, 'Address')).toBe(fieldErrors.addressRequired);
    expect([await said(page, 'First name'), await said(page, 'Last name'), await said(page, 'Email')]).toEqual([
      fieldErrors.required,
      fieldErrors.required,
      fieldErrors.emailRequired,
    ]);
    expect([await said(page, 'Pincode'), await said(page, 'City'), await said(page, 'State')]).toEqual([
      fieldErrors.pincodeRequired,
      fieldErrors.cityRequired,
      fieldErrors.stateRequired,
    ]);
    await expectSaid(page, 'First name', 'M', fieldErrors.nameShort);
    await expectSaid(page, 'First name', 'M'.repeat(51), fieldErrors.nameLong);
    await expectSaid(page, 'First name', 'Mī', '');
    await expectSaid(page, 'Last name', '   ', fieldErrors.required);
    await expectSaid(page, 'Last name', 'Nair', '');
    for (const wrong of ['meera', 'meera@', '@example.in']) await expectSaid(page, 'Email', wrong, fieldErrors.emailInvalid);
    await typed(page, 'Email').fill(`meera${code}@gmial.com`);
    await typed(page, 'Pincode').focus();
    await press(page, `meera${code}@gmail.com`);
    expect(await typed(page, 'Email').inputValue()).toBe(`meera${code}@gmail.com`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('haat') ?? '{}').checkout.form.email)).toBe(
      `meera${code}@gmail.com`,
    );
    await expectSaid(page, 'Email', `meera${code}@example.in`, '');
    for (const wrong of ['1234', 'abcdef']) await expectSaid(page, 'Pincode', wrong, fieldErrors.pincodeInvalid);
    await expectSaid(page, 'Pincode', '560001', '');
    await press(page, '+ Add another phone');
    await expectSaid(page, 'Alternate phone (optional)', '12345', fieldErrors.phoneInvalid);
    await expectSaid(page, 'Alternate phone (optional)', '', '');
    await typed(page, 'Address').fill('5, Residency Road');
    await expect.poll(() => typed(page, 'State').inputValue()).toBe('Karnataka');
    await press(page, 'Continue to payment');
    await heading(page, 'Review and pay');

    await page.getByRole('link', { name: 'Change address' }).click();
    await heading(page, 'Delivery address');
    await press(page, 'Edit contact');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('firstname');
    expect([await typed(page, 'First name').inputValue(), await typed(page, 'Last name').inputValue()]).toEqual(['Mī', 'Nair']);
    await expectSaid(page, 'Email', 'x', fieldErrors.emailInvalid);
    await expectSaid(page, 'Phone number', '', fieldErrors.phoneRequired);
    await expectSaid(page, 'Phone number', '0123456789', fieldErrors.phoneInvalid);
  }, 180_000);

  test('returns to the step and the input after a reload', async ({ page, pageErrors }) => {
    const mobile = newMobile();
    await page.locator('main astro-island[ssr]').waitFor({ state: 'detached' });
    await typed(page, 'Mobile number').fill(mobile);
    await page.reload();
    await heading(page, 'Your mobile number');
    await expect.poll(() => typed(page, 'Mobile number').inputValue()).toBe(mobile);

    const code = await requestCode(page, 'Send code');
    await page.reload();
    await heading(page, 'Enter your code');
    expect(await typed(page, '6-digit code').inputValue()).toBe('');
    await typed(page, '6-digit code').fill(code);

    await heading(page, 'Delivery address');
    await typed(page, 'First name').fill('Asha');
    await typed(page, 'Email').fill('not yet');
    await page.reload();
    await heading(page, 'Delivery address');
    expect([await typed(page, 'First name').inputValue(), await typed(page, 'Email').inputValue()]).toEqual(['Asha', 'not yet']);
    await typed(page, 'Last name').fill('Rao');
    await typed(page, 'Email').fill(`asha${mobile}@example.in`);
    await typed(page, 'City').fill('Mysuru');
    await typed(page, 'Pincode').fill('57');
    await page.reload();
    await heading(page, 'Delivery address');
    expect([await typed(page, 'City').inputValue(), await typed(page, 'Pincode').inputValue()]).toEqual(['Mysuru', '57']);
    await fillAddress(page);
    await page.reload();
    await heading(page, 'Review and pay');
    expect(await page.getByRole('region', { name: 'Deliver to' }).innerText()).toContain('14, Lake View Road');
    expect(pageErrors).toEqual([]);
  });
});

test('a guest’s cart is merged with the one the customer had', async ({ page }) => {
  const mobile = newMobile();
  const { token } = await createCustomer(shop, mobile);
  await addToServerCart(shop, token, 'long-wallet', '', 4);
  await saveCart(page, shop, ['long-wallet'], ['plain-tee', 'S']);
  await page.goto(`${shop.url}/checkout`);
  await typed(page, 'Mobile number').fill(mobile);
  await typed(page, '6-digit code').fill(await requestCode(page, 'Send code'));
  await heading(page, 'Delivery address');
  await expect.poll(() => storedCartLines(page)).toEqual(['4 × Long Wallet', '1 × Plain Tee S']);
  await page.reload();
  await heading(page, 'Delivery address');
  expect(await storedCartLines(page)).toEqual(['4 × Long Wallet', '1 × Plain Tee S']);
});

describe('placing the order', () => {
  test('shows the order, empties the cart, and leaves no way back into the checkout', async ({ page }) => {
    const user = await customerWithTees(2);
    await saveSession(page, shop, user);
    await page.goto(`${shop.url}/checkout`);
    await heading(page, 'Delivery address');
    await fillAddress(page);
    await pressPlaceOrder(page, '₹998.00');
    await page.waitForURL('**/order-success');
    await page.getByRole('heading', { name: /Thank you, Meera/ }).waitFor();
    const [order] = await orders(user.token);
    const placed = page.getByRole('region', { name: `Order ${order?.order_number}` });
    expect(await placed.innerText()).toMatch(
      /Plain Tee[\s\S]*Size: S, Qty 2[\s\S]*Free[\s\S]*Cash on Delivery \(COD\)[\s\S]*₹998\.00/,
    );
    await page.locator('[data-sonner-toast]').filter({ hasText: success.orderPlaced }).waitFor();
    expect(await storedCartLines(page)).toEqual([]);
    await page.reload();
    await placed.waitFor();
    await page.goBack();
    expect(new URL(page.url()).pathname).not.toBe('/checkout');
  });

  test('can be retried after a lost response, and makes one order', async ({ page }) => {
    const token = await customerAtReview(page);
    const before = await teeStock();
    const sent: (string | undefined)[] = [];
    await page.route('**/api/checkout', async (route) => {
      sent.push(route.request().headers()['idempotency-key']);
      if (sent.length > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await press(page, /^(Place order|Pay ₹)/);
    await notice(page).getByText(failure.checkoutWrong).waitFor();
    await page.reload();
    await page.waitForURL('**/order-success');
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    expect(await orders(token)).toHaveLength(1);
    await expect.poll(teeStock).toBe(before - 1);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toBe(sent[1]);
  });

  /** By keyboard: a tap at the place of the one before, within half a second, does not count. */
  const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).press('Enter');

  test('reports a failed request, keeps the input, and succeeds with Try again', async ({ page }) => {
    const token = await customerAtReview(page);
    await page.route('**/api/checkout', (route) => route.abort('internetdisconnected'));
    await press(page, /^(Place order|Pay ₹)/);
    await notice(page).getByText('Trying again will not place a second order.').waitFor();
    await tryAgain(page);
    await notice(page).getByText(failure.checkoutWrong).waitFor();
    expect(await orders(token)).toEqual([]);
    await page.unroute('**/api/checkout');
    await tryAgain(page);
    await page.waitForURL('**/order-success');
    expect(await orders(token)).toHaveLength(1);
  });

  /** Opens the cart in another tab, once it has loaded the lines and prices of the time. */
  const openCartTab = async (page: Page): Promise<Page> => {
    const tab = await page.context().newPage();
    await Promise.all([tab.waitForResponse('**/api/customer/cart'), tab.goto(`${shop.url}/cart`)]);
    return tab;
  };

  test('after a price change is refused, shows the new total, and succeeds at it', async ({ page }) => {
    const token = await customerAtReview(page);
    const stock = await teeStock();
    const cartTab = await openCartTab(page);
    const rows = smallCatalogue.filter(({ handle }) => handle === 'plain-tee');
    await importRows(
      shop.dataDir,
      rows.map((row) => ({ ...row, price: '549.00' })),
    );
    onTestFinished(() => importRows(shop.dataDir, rows));
    const answered = page.waitForResponse('**/api/checkout');
    await press(page, /^(Place order|Pay ₹)/);
    expect((await answered).status()).toBe(409);
    await notice(page).getByText(failure.pricesChanged).waitFor();
    expect(await notice(page).getByRole('link', { name: 'Review your cart' }).getAttribute('href')).toBe('/cart');
    expect(await orders(token)).toEqual([]);
    await cartTab.getByText('₹549.00 × 1').waitFor();
    await page.locator('.place-bar').filter({ hasText: '₹549.00' }).waitFor();
    expect(await axeViolationsInThemes(page, 'the review with a changed price')).toEqual([]);
    await pressPlaceOrder(page, '₹549.00');
    await page.waitForURL('**/order-success');
    expect((await orders(token)).map(({ final_amount }) => final_amount)).toEqual(['549.00']);
    await expect.poll(teeStock).toBe(stock - 1);
    await cartTab.getByRole('heading', { name: 'Your cart is empty' }).waitFor();
  });

  test('of a product that has sold out meanwhile is refused and names it', async ({ page }) => {
    const token = await customerAtReview(page);
    const stock = await teeStock();
    const cartTab = await openCartTab(page);
    onTestFinished(async () => void (await shop.store('stock', 'plain-tee', 'S', String(stock))));
    await shop.store('stock', 'plain-tee', 'S', '0');
    await press(page, /^(Place order|Pay ₹)/);
    await notice(page).getByText(soldOut('Plain Tee')).waitFor();
    const lineNote = 'Sold out. Remove it to check out.';
    await page.getByRole('complementary', { name: 'Order summary' }).getByText(lineNote).first().waitFor();
    await cartTab.getByRole('listitem').getByText(lineNote).waitFor();
    expect(await axeViolationsInThemes(page, 'the review with a sold-out item')).toEqual([]);
    expect(await orders(token)).toEqual([]);
    await expect.poll(teeStock).toBe(0);
    expect(await storedCartLines(page)).toEqual(['1 × Plain Tee S']);
  });

  test('with two sellers makes an order for each', async ({ page }) => {
    const user = await createCustomer(shop);
    await addToServerCart(shop, user.token, 'long-wallet');
    await addToServerCart(shop, user.token, 'canvas-cap');
    await openReview(page, shop, user);
    await press(page, /^(Place order|Pay ₹)/);
    await page.getByText('The items come from 2 sellers').waitFor();
    expect(await orders(user.token)).toHaveLength(2);
  });
});

test('an empty cart cannot be checked out', async ({ page }) => {
  await page.goto(`${shop.url}/checkout`);
  await heading(page, 'Your cart is empty');
  expect(await page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/shop');
});
