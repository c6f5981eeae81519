import type { Locator, Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import type { Order } from '#lib/contract/orders.ts';
import { formatPaise, formatRupees, toPaise } from '#lib/rules/money.ts';
import { apiData, createCustomer, deliveryAddress, newMobile, nextCode, saveSession } from '#tests/support/browser/customer.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { openPage } from '#tests/support/browser/test-page.ts';
import { type Hand, hands } from '#tests/support/hands/hands.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop } = await useShop(startSmallShop());

beforeAll(async () => {
  await shop.store('shipping', 'set', 'charge=49', 'free_from=9999', 'cod_fee=30');
  await shop.store('coupon', 'add', 'TENOFF', '--percent', '10');
});

const PRICE_PAISE = 49_900;
const SHIPPING_PAISE = 4900;
const COD_FEE_PAISE = 3000;

const readText = async (place: Locator): Promise<string> => (await place.innerText()).replace(/\s+/g, ' ').trim();

/** The amounts of a cart or order as a shopper reads them, by their labels. */
async function readTotals(place: Locator): Promise<Record<string, string>> {
  const rows = await place.locator('dl.totals').first().locator('> div').all();
  const read = rows.map(async (row) => [await readText(row.locator('dt')), await readText(row.locator('dd'))] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** Buys T-shirts as a shopper does, with a coupon and cash on delivery; resolves to the number of units and the order's total as read. */
async function buy(page: Page, hand: Hand, isGuest: boolean): Promise<{ units: number; total: string }> {
  const press = async (button: Locator) => (hand.press ? hand.press(button) : button.click());
  const button = (name: string | RegExp, place: Page | Locator = page) => place.getByRole('button', { name }).first();
  const arrive = async (address: RegExp) => {
    await page.waitForURL(address);
    await page.locator('main astro-island:not([ssr])').first().waitFor({ state: 'attached' });
    await hand.onPage?.(page);
  };
  const steps = hand.steps ?? 1;
  const main = page.getByRole('main');

  await page.goto(`${shop.url}/products/plain-tee`);
  await page.locator('.buy-box').waitFor();
  await hand.onPage?.(page);
  await page.getByRole('radio', { name: 'S', exact: true }).check();
  await press(button('Add to cart'));
  const panel = page.getByRole('dialog', { name: /^Your cart/ });
  await panel.waitFor();
  expect(await readText(panel.getByRole('heading', { level: 2 }))).toBe('Your cart (1 item)');

  await press(panel.getByRole('button', { name: 'Increase quantity' }));
  let units = 1 + steps;
  await expect.poll(() => readText(panel.getByRole('heading', { level: 2 }))).toBe(`Your cart (${units} items)`);
  expect(await readText(panel.locator('.line-price'))).toContain(`₹499.00 × ${units} ${formatPaise(units * PRICE_PAISE)}`);
  await press(panel.getByRole('link', { name: 'View Cart' }));
  await arrive(/\/cart$/);

  await press(main.getByRole('button', { name: 'Increase quantity' }));
  units += steps;
  await expect
    .poll(() => readText(main.locator('.line-price')))
    .toContain(`₹499.00 × ${units} ${formatPaise(units * PRICE_PAISE)}`);
  await press(main.getByRole('button', { name: 'Decrease quantity' }));
  units -= steps;
  await expect
    .poll(() => readText(main.locator('.line-price')))
    .toContain(`₹499.00 × ${units} ${formatPaise(units * PRICE_PAISE)}`);
  expect(await readTotals(main)).toMatchObject({ Total: formatPaise(units * PRICE_PAISE + SHIPPING_PAISE) });
  await press(main.getByRole('link', { name: 'Checkout' }));
  await arrive(/\/checkout/);

  if (isGuest) {
    const mobile = newMobile();
    await page.getByLabel('Mobile number').fill(mobile);
    const code = nextCode(page);
    await press(button('Send code'));
    await page.getByLabel('6-digit code').fill(await code);
    await page.getByLabel('First name').fill('Meera');
    await page.getByLabel('Last name').fill('Nair');
    await page.getByLabel('Email').fill(`meera${mobile}@meera-and-sons.example`);
  }
  const { address, pincode, city, state } = deliveryAddress;
  const fields = { Address: address, Pincode: pincode, City: city, State: state };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await press(button('Continue to payment'));
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
  await page.getByRole('radio', { name: 'Cash on Delivery (COD)' }).check();
  await press(page.getByText('Have a coupon?'));
  const couponField = page.getByLabel('Coupon code');
  if (!(await couponField.isVisible())) await page.getByText('Have a coupon?').click();
  await couponField.fill('tenoff');
  await press(button('Apply'));
  await page.getByText('TENOFF').first().waitFor();
  const total = formatPaise(units * (PRICE_PAISE * 0.9) + SHIPPING_PAISE + COD_FEE_PAISE);
  const bar = page.locator('.place-bar');
  await expect.poll(() => readText(bar)).toContain(`Total ${total}`);
  await press(button('Place order, pay on delivery'));
  await arrive(/\/order-success/);
  return { units, total };
}

test.for(hands.flatMap((hand) => [true, false].map((isGuest) => ({ ...hand, isGuest, buyer: isGuest ? 'guest' : 'customer' }))))(
  'a $buyer buys $name: one order, and each number is right',
  { timeout: 180_000 },
  async (hand) => {
    const { page, pageErrors } = await openPage({ ...hand.options });
    if (!hand.isGuest) await saveSession(page, shop, await createCustomer(shop));
    await hand.prepare?.(page);
    await page.goto(shop.url);
    await hand.onHome?.(page);
    const { units, total } = await buy(page, hand, hand.isGuest);
    const numbers = page.getByRole('list', { name: 'Order number' });
    const number = await readText(numbers);
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('haat') ?? '{}').auth.user.token as string);
    const orders = await apiData<Order[]>(shop, '/customer/orders', undefined, token);
    expect(orders.map((order) => [order.order_number, order.quantity, formatRupees(order.final_amount)])).toEqual([
      [number, units, total],
    ]);
    const order = orders[0] as Order;
    const shown = page.getByRole('region', { name: `Order ${number}` });
    expect(await readText(shown.locator('.ordered'))).toContain(`Qty ${units} ${formatPaise(units * PRICE_PAISE)}`);
    expect(await readTotals(shown)).toMatchObject({ Total: total });
    expect(await readText(page.getByRole('main'))).toContain(`Keep ${formatPaise(toPaise(order.final_amount))} ready`);
    expect(pageErrors.filter((error) => !hand.error?.test(error))).toEqual([]);
  },
);
