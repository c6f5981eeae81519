import type { Locator } from 'playwright';
import { expect } from 'vitest';
import { newMobile, nextCode } from '#tests/support/browser/customer.ts';
import { orderNumbers } from '#tests/support/browser/shop-records.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

// A newcomer's whole way on a small phone, counted: a blue shirt in M for less than ₹1,500, among dearer blue shirts and cheaper blue T-shirts.

const { shop, test } = await useDemoShop({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
const WANTED = 'Everyday Poplin Shirt, Sky Blue';

test('a blue shirt in M under ₹1,500 is found with 6 taps, known to arrive with 6 digits, bought with 10 taps and 7 fields', async ({
  page,
  pageErrors,
}) => {
  let taps = 0;
  let fields = 0;
  const tap = async (wanted: Locator) => {
    taps += 1;
    await wanted.tap();
  };
  const fill = async (label: string, value: string) => {
    fields += 1;
    const field = page.getByRole('main').getByLabel(label, { exact: true });
    await field.tap();
    await page.keyboard.insertText(value);
  };
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  const filters = page.getByRole('form', { name: 'Filters' });

  await page.goto(shop.url);
  await tap(page.getByRole('main').getByRole('link', { name: 'Shirts', exact: true }));
  await tap(page.getByRole('button', { name: /^Filters/ }));
  const choice = (label: RegExp) => filters.locator('.chip:visible').filter({ hasText: label });
  await tap(choice(/^M\d+$/));
  await tap(choice(/^Up to ₹1,500/));
  await tap(choice(/^Blue\d+$/));
  await tap(filters.getByRole('button', { name: /^Show 1 product$/ }));
  const card = page.getByRole('main').getByRole('link', { name: WANTED, exact: true });
  await card.waitFor();
  expect(taps).toBeLessThanOrEqual(6);

  taps = 0;
  await tap(card);
  await page.waitForURL('**/products/**');
  await fill('Delivery pincode', '682001');
  await page
    .getByText(/by (Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d+ [A-Z][a-z]+/)
    .first()
    .waitFor();
  await page
    .getByText(/Cash on delivery/i)
    .first()
    .waitFor();
  fields = 0;
  await tap(page.getByRole('button', { name: 'Add to cart', exact: true }));
  await tap(page.getByRole('dialog', { name: /size/i }).getByRole('button', { name: /^M\b/ }));
  await tap(page.getByRole('dialog', { name: /^Your cart/ }).getByRole('link', { name: 'Checkout' }));
  await page.waitForURL('**/cart');
  await tap(page.getByRole('main').getByRole('link', { name: 'Checkout' }));
  await heading('Your mobile number');
  const mobile = newMobile();
  await fill('Mobile number', mobile);
  const code = nextCode(page);
  await tap(page.getByRole('button', { name: 'Send code', exact: true }));
  await heading('Enter your code');
  await fill('6-digit code', await code);
  await heading('Delivery address');
  await fill('First name', 'Meera');
  await fill('Last name', 'Nair');
  await fill('Email', `meera${mobile}@example.in`);
  await fill('Address', '14, Lake View Road');
  const pincode = page.getByRole('main').getByLabel('Pincode', { exact: true });
  if ((await pincode.inputValue()) === '') await fill('Pincode', '682001');
  await expect.poll(() => page.getByLabel('State', { exact: true }).inputValue()).toBe('Kerala');
  await tap(page.getByRole('button', { name: 'Continue to payment', exact: true }));
  await heading('Review and pay');
  await tap(page.getByRole('radio', { name: 'Cash on Delivery (COD)' }));
  await tap(page.getByRole('button', { name: /^Place order/ }));
  await page.waitForURL('**/order-success');
  await heading('Thank you, Meera');
  expect(taps).toBeLessThanOrEqual(10);
  expect(fields).toBeLessThanOrEqual(7);
  expect(await orderNumbers(shop, mobile)).toHaveLength(1);
  expect(pageErrors).toEqual([]);
});
