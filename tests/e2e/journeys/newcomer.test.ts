import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { newMobile, nextCode } from '#tests/support/browser/customer.ts';
import { orderNumbers, unitsInStock } from '#tests/support/browser/shop-records.ts';
import { tabTo } from '#tests/support/browser/tab-to.ts';
import { desktop, openPage, type PageOptions } from '#tests/support/browser/test-page.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

// A newcomer's whole way from "Add to cart" to an order paid on delivery, with one input device each.

const { shop } = await useSmallShop();
const smallPhone = { width: 360, height: 740 };

interface Device {
  name: string;
  options: PageOptions;
  /** Activates a button or link. */
  press: (page: Page, wanted: Locator) => Promise<void>;
  /** Goes to a field. */
  enter: (page: Page, field: Locator) => Promise<void>;
  /** Chooses the last of several radio buttons, which is not the chosen one. */
  chooseLast: (page: Page, radios: Locator) => Promise<void>;
}

const devices: Device[] = [
  {
    name: 'a mouse',
    options: { viewport: desktop },
    press: (_, wanted) => wanted.click(),
    enter: (_, field) => field.click(),
    chooseLast: (_, radios) => radios.last().click(),
  },
  {
    name: 'the keyboard',
    options: { viewport: desktop },
    press: async (page, wanted) => {
      await tabTo(wanted);
      await page.keyboard.press('Enter');
    },
    enter: (_, field) => tabTo(field),
    chooseLast: async (page, radios) => {
      await tabTo(radios.first());
      await page.keyboard.press('ArrowUp');
    },
  },
  {
    name: 'touch at 360 × 740',
    options: { viewport: smallPhone, hasTouch: true, isMobile: true },
    press: (_, wanted) => wanted.tap(),
    enter: (_, field) => field.tap(),
    chooseLast: (_, radios) => radios.last().tap(),
  },
];

test.for(devices)('with $name a newcomer fills in seven fields and presses seven times', async (device) => {
  const { page, pageErrors } = await openPage(device.options);
  let taps = 0;
  let filled = 0;
  const press = async (wanted: Locator) => {
    taps += 1;
    await device.press(page, wanted);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const typed = (label: string) => page.getByLabel(label, { exact: true });
  const fill = async (label: string, value: string) => {
    filled += 1;
    await device.enter(page, typed(label));
    await page.keyboard.insertText(value);
  };
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  /** Expects this many fields, on a phone the first of them on the first screen. */
  const expectFields = async (count: number) => {
    const fields = page.locator('main form input:visible');
    expect(await fields.count()).toBe(count);
    if (device.options.viewport === smallPhone) expect((await fields.first().boundingBox())?.y).toBeLessThanOrEqual(300);
  };
  const stock = await unitsInStock(shop, 'long-wallet');
  const mobile = newMobile();

  await page.goto(`${shop.url}/products/long-wallet`);
  await press(button('Add to cart'));
  const popup = page.getByRole('dialog', { name: /^Your cart/ });
  await press(popup.getByRole('link', { name: 'Checkout' }));
  await page.waitForURL('**/cart');
  await press(page.getByRole('main').getByRole('link', { name: 'Checkout' }));
  await heading('Your mobile number');
  await page.getByRole('complementary', { name: 'Order summary' }).waitFor();
  await expectFields(1);
  await fill('Mobile number', mobile);
  const code = nextCode(page);
  await press(button('Send code'));
  await heading('Enter your code');
  await expectFields(1);
  await fill('6-digit code', await code);
  await heading('Delivery address');
  await expectFields(7);
  await fill('First name', 'Meera');
  await fill('Last name', 'Nair');
  await fill('Email', `meera${mobile}@example.in`);
  await fill('Pincode', '682 001');
  await fill('Address', '14, Lake View Road');
  await expect.poll(() => typed('State').inputValue()).toBe('Kerala');
  await press(button('Continue to payment'));
  await heading('Review and pay');
  taps += 1;
  await device.chooseLast(page, page.getByRole('radio'));
  await expect.poll(() => page.getByRole('radio', { name: 'Cash on Delivery (COD)' }).isChecked()).toBe(true);
  await press(button(/^(Place order|Pay ₹)/));
  await page.waitForURL('**/order-success');
  await heading('Thank you, Meera');
  expect({ filled, taps }).toEqual({ filled: 7, taps: 7 });
  expect(await orderNumbers(shop, mobile)).toHaveLength(1);
  expect(await unitsInStock(shop, 'long-wallet')).toBe(stock - 1);
  expect(pageErrors).toEqual([]);
});
