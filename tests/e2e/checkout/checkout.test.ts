import type { Page } from 'playwright';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
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
import { smallShop } from '#tests/support/browser/shared-shops.ts';
import { importRows, smallCatalogue } from '#tests/support/browser/small-catalogue.ts';
import { openPage, phone, type TestPage } from '#tests/support/browser/test-page.ts';

const shop = await smallShop();
let visitor: TestPage;
let page: Page;
beforeEach(async () => {
  visitor = await openPage({ viewport: phone });
  page = visitor.page;
});

const typed = (label: string) => page.getByLabel(label, { exact: true });
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
/** The text below a field: its error, or else its hint. */
const said = (label: string) =>
  typed(label).evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? '');
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

/** Fills a field and expects the text below it. */
async function expectSaid(label: string, value: string, message: string): Promise<void> {
  await typed(label).fill(value);
  await typed(label).blur();
  await expect.poll(() => said(label), { message: `${label} "${value}"` }).toBe(message);
}

async function customerWithTees(quantity = 1): Promise<Session> {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'plain-tee', 'S', quantity);
  return user;
}

/** Opens the last checkout step as a customer with a T-shirt. */
async function customerAtReview(): Promise<string> {
  const user = await customerWithTees();
  await openReview(page, shop, user);
  return user.token;
}

const orders = (token: string) => apiData<Order[]>(shop, '/customer/orders', undefined, token);
const teeStock = async () =>
  (await apiData<{ variants: { stock: number }[] }>(shop, '/single-product-details/plain-tee')).variants[0]?.stock ?? 0;
const notice = () => page.locator('main').getByRole('alert');

describe('a guest', () => {
  beforeEach(async () => {
    await saveCart(page, shop, ['plain-tee', 'S']);
    await page.clock.install();
    await page.goto(`${shop.url}/checkout`);
    await heading('Your mobile number');
  });

  test('sees an error for an invalid mobile number', async () => {
    await press('Send code');
    await expect.poll(() => said('Mobile number')).toBe(fieldErrors.phoneRequired);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('mobile');
    for (const wrong of ['98765', '0987654321', '98765abcde']) await expectSaid('Mobile number', wrong, fieldErrors.phoneInvalid);
    await expectSaid('Mobile number', '9876500001', 'We send a 6-digit code to this number. No password needed.');
  });

  test('sees an error for a wrong code, may request a new one after 30 seconds, and only the new one is valid', async () => {
    await typed('Mobile number').fill(newMobile());
    const first = await requestCode(page, 'Send code');
    await heading('Enter your code');
    await press('Verify');
    await expect.poll(() => said('6-digit code')).toBe(fieldErrors.codeInvalid);
    await expectSaid('6-digit code', '12ab', fieldErrors.codeInvalid);
    const wrong = first === '000000' ? '000001' : '000000';
    await typed('6-digit code').fill(wrong);
    await expect.poll(() => said('6-digit code')).toBe(failure.otpInvalid);

    await page.getByText(/Resend code in 0:\d\d/).waitFor();
    expect(await page.getByRole('button', { name: 'Resend code' }).count()).toBe(0);
    await page.clock.fastForward('00:31');
    const second = await requestCode(page, 'Resend code');
    await page.getByText(/Resend code in 0:\d\d/).waitFor();
    if (first !== second) {
      await typed('6-digit code').fill(first);
      await expect.poll(() => said('6-digit code')).toBe(failure.otpInvalid);
    }
    await typed('6-digit code').fill(second);
    await heading('Delivery address');
  });

  test(`can try one code at most ${OTP_ATTEMPTS} times, and can change the number`, async () => {
    await typed('Mobile number').fill(newMobile());
    const code = await requestCode(page, 'Send code');
    for (let tries = 0; tries < OTP_ATTEMPTS; tries++) {
      const answered = page.waitForResponse(/\/api\/otp\/verify\/checkout/);
      await typed('6-digit code').fill(String((Number(code) + tries + 1) % 1_000_000).padStart(6, '0'));
      expect((await answered).status()).toBe(422);
    }
    const answered = page.waitForResponse(/\/api\/otp\/verify\/checkout/);
    await typed('6-digit code').fill(code);
    expect((await answered).status()).toBe(422);
    await expect.poll(() => said('6-digit code')).toBe(failure.otpInvalid);
    await press('Change number');
    await heading('Your mobile number');
  });

  test('sees the exact errors for the details and the address', async () => {
    await typed('Mobile number').fill(newMobile());
    const code = await requestCode(page, 'Send code');
    await typed('6-digit code').fill(code);
    await heading('Delivery address');
    await press('Continue to payment');
    await expect.poll(() => said('Address')).toBe(fieldErrors.addressRequired);
    expect([await said('First name'), await said('Last name'), await said('Email')]).toEqual([
      fieldErrors.required,
      fieldErrors.required,
      fieldErrors.emailRequired,
    ]);
    expect([await said('Pincode'), await said('City'), await said('State')]).toEqual([
      fieldErrors.pincodeRequired,
      fieldErrors.cityRequired,
      fieldErrors.stateRequired,
    ]);
    await expectSaid('First name', 'M', fieldErrors.nameShort);
    await expectSaid('First name', 'M'.repeat(51), fieldErrors.nameLong);
    await expectSaid('First name', 'Mī', '');
    await expectSaid('Last name', '   ', fieldErrors.required);
    await expectSaid('Last name', 'Nair', '');
    for (const wrong of ['meera', 'meera@', '@example.in']) await expectSaid('Email', wrong, fieldErrors.emailInvalid);
    await typed('Email').fill(`meera${code}@gmial.com`);
    await typed('Pincode').focus();
    await press(`meera${code}@gmail.com`);
    expect(await typed('Email').inputValue()).toBe(`meera${code}@gmail.com`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('haat') ?? '{}').checkout.form.email)).toBe(
      `meera${code}@gmail.com`,
    );
    await expectSaid('Email', `meera${code}@example.in`, '');
    for (const wrong of ['1234', 'abcdef']) await expectSaid('Pincode', wrong, fieldErrors.pincodeInvalid);
    await expectSaid('Pincode', '560001', '');
    await press('+ Add another phone');
    await expectSaid('Alternate phone (optional)', '12345', fieldErrors.phoneInvalid);
    await expectSaid('Alternate phone (optional)', '', '');
    await typed('Address').fill('5, Residency Road');
    await expect.poll(() => typed('State').inputValue()).toBe('Karnataka');
    await press('Continue to payment');
    await heading('Review and pay');

    await page.getByRole('link', { name: 'Change address' }).click();
    await heading('Delivery address');
    await press('Edit contact');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('firstname');
    expect([await typed('First name').inputValue(), await typed('Last name').inputValue()]).toEqual(['Mī', 'Nair']);
    await expectSaid('Email', 'x', fieldErrors.emailInvalid);
    await expectSaid('Phone number', '', fieldErrors.phoneRequired);
    await expectSaid('Phone number', '0123456789', fieldErrors.phoneInvalid);
  }, 180_000);

  test('returns to the step and the input after a reload', async () => {
    const mobile = newMobile();
    await page.locator('main astro-island[ssr]').waitFor({ state: 'detached' });
    await typed('Mobile number').fill(mobile);
    await page.reload();
    await heading('Your mobile number');
    await expect.poll(() => typed('Mobile number').inputValue()).toBe(mobile);

    const code = await requestCode(page, 'Send code');
    await page.reload();
    await heading('Enter your code');
    expect(await typed('6-digit code').inputValue()).toBe('');
    await typed('6-digit code').fill(code);

    await heading('Delivery address');
    await typed('First name').fill('Asha');
    await typed('Email').fill('not yet');
    await page.reload();
    await heading('Delivery address');
    expect([await typed('First name').inputValue(), await typed('Email').inputValue()]).toEqual(['Asha', 'not yet']);
    await typed('Last name').fill('Rao');
    await typed('Email').fill(`asha${mobile}@example.in`);
    await typed('City').fill('Mysuru');
    await typed('Pincode').fill('57');
    await page.reload();
    await heading('Delivery address');
    expect([await typed('City').inputValue(), await typed('Pincode').inputValue()]).toEqual(['Mysuru', '57']);
    await fillAddress(page);
    await page.reload();
    await heading('Review and pay');
    expect(await page.getByRole('region', { name: 'Deliver to' }).innerText()).toContain('14, Lake View Road');
    expect(visitor.pageErrors).toEqual([]);
  });
});

test('a guest’s cart is merged with the one the customer had', async () => {
  const mobile = newMobile();
  const { token } = await createCustomer(shop, mobile);
  await addToServerCart(shop, token, 'long-wallet', '', 4);
  await saveCart(page, shop, ['long-wallet'], ['plain-tee', 'S']);
  await page.goto(`${shop.url}/checkout`);
  await typed('Mobile number').fill(mobile);
  await typed('6-digit code').fill(await requestCode(page, 'Send code'));
  await heading('Delivery address');
  await expect.poll(() => storedCartLines(page)).toEqual(['4 × Long Wallet', '1 × Plain Tee S']);
  await page.reload();
  await heading('Delivery address');
  expect(await storedCartLines(page)).toEqual(['4 × Long Wallet', '1 × Plain Tee S']);
});

describe('placing the order', () => {
  test('shows the order, empties the cart, and leaves no way back into the checkout', async () => {
    const user = await customerWithTees(2);
    await saveSession(page, shop, user);
    await page.goto(`${shop.url}/checkout`);
    await heading('Delivery address');
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

  test('can be retried after a lost response, and makes one order', async () => {
    const token = await customerAtReview();
    const before = await teeStock();
    const sent: (string | undefined)[] = [];
    await page.route('**/api/checkout', async (route) => {
      sent.push(route.request().headers()['idempotency-key']);
      if (sent.length > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await press(/^(Place order|Pay ₹)/);
    await notice().getByText(failure.checkoutWrong).waitFor();
    await page.reload();
    await page.waitForURL('**/order-success');
    await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    expect(await orders(token)).toHaveLength(1);
    await expect.poll(teeStock).toBe(before - 1);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toBe(sent[1]);
  });

  /** By keyboard: a tap at the place of the one before, within half a second, does not count. */
  const tryAgain = () => page.getByRole('button', { name: 'Try again' }).press('Enter');

  test('reports a failed request, keeps the input, and succeeds with Try again', async () => {
    const token = await customerAtReview();
    await page.route('**/api/checkout', (route) => route.abort('internetdisconnected'));
    await press(/^(Place order|Pay ₹)/);
    await notice().getByText('Trying again will not place a second order.').waitFor();
    await tryAgain();
    await notice().getByText(failure.checkoutWrong).waitFor();
    expect(await orders(token)).toEqual([]);
    await page.unroute('**/api/checkout');
    await tryAgain();
    await page.waitForURL('**/order-success');
    expect(await orders(token)).toHaveLength(1);
  });

  /** Opens the cart in another tab, once it has loaded the lines and prices of the time. */
  const openCartTab = async (): Promise<Page> => {
    const tab = await page.context().newPage();
    await Promise.all([tab.waitForResponse('**/api/customer/cart'), tab.goto(`${shop.url}/cart`)]);
    return tab;
  };

  test('after a price change is refused, shows the new total, and succeeds at it', async () => {
    const token = await customerAtReview();
    const stock = await teeStock();
    const cartTab = await openCartTab();
    const rows = smallCatalogue.filter(({ handle }) => handle === 'plain-tee');
    await importRows(
      shop.dataDir,
      rows.map((row) => ({ ...row, price: '549.00' })),
    );
    onTestFinished(() => importRows(shop.dataDir, rows));
    const answered = page.waitForResponse('**/api/checkout');
    await press(/^(Place order|Pay ₹)/);
    expect((await answered).status()).toBe(409);
    await notice().getByText(failure.pricesChanged).waitFor();
    expect(await notice().getByRole('link', { name: 'Review your cart' }).getAttribute('href')).toBe('/cart');
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

  test('of a product that has sold out meanwhile is refused and names it', async () => {
    const token = await customerAtReview();
    const stock = await teeStock();
    const cartTab = await openCartTab();
    onTestFinished(async () => void (await shop.store('stock', 'plain-tee', 'S', String(stock))));
    await shop.store('stock', 'plain-tee', 'S', '0');
    await press(/^(Place order|Pay ₹)/);
    await notice().getByText(soldOut('Plain Tee')).waitFor();
    const lineNote = 'Sold out. Remove it to check out.';
    await page.getByRole('complementary', { name: 'Order summary' }).getByText(lineNote).first().waitFor();
    await cartTab.getByRole('listitem').getByText(lineNote).waitFor();
    expect(await axeViolationsInThemes(page, 'the review with a sold-out item')).toEqual([]);
    expect(await orders(token)).toEqual([]);
    await expect.poll(teeStock).toBe(0);
    expect(await storedCartLines(page)).toEqual(['1 × Plain Tee S']);
  });

  test('with two sellers makes an order for each', async () => {
    const user = await createCustomer(shop);
    await addToServerCart(shop, user.token, 'long-wallet');
    await addToServerCart(shop, user.token, 'canvas-cap');
    await openReview(page, shop, user);
    await press(/^(Place order|Pay ₹)/);
    await page.getByText('The items come from 2 sellers').waitFor();
    expect(await orders(user.token)).toHaveLength(2);
  });
});

test('an empty cart cannot be checked out', async () => {
  await page.goto(`${shop.url}/checkout`);
  await heading('Your cart is empty');
  expect(await page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/shop');
});
