import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { beforeAll, expect } from 'vitest';
import type { Order } from '#lib/contract/orders.ts';
import {
  addToServerCart,
  apiData,
  createCustomer,
  deliveryAddress,
  openReview,
  type Session,
  saveSession,
  storedCartLines,
} from '#tests/support/browser/customer.ts';
import { startSmallShop } from '#tests/support/browser/shared-shops.ts';
import { phone } from '#tests/support/browser/test-page.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useShop(startSmallShop());
beforeAll(async () => {
  await shop.store('coupon', 'add', 'TENOFF', '--percent', '10');
});

/** Milliseconds after the first click: the second often comes before what the first shows, or just after it. */
const pauses = [60, 150, 300, 400];

/** What the first click shows, and when, depends on the width; where it is, on both. */
const cases = [
  ...pauses.map((pause) => ({ viewport: phone, pause })),
  ...[60, 300].map((pause) => ({ viewport: { width: 740, height: 360 }, pause })),
  ...[150, 400].map((pause) => ({ viewport: { width: 1440, height: 900 }, pause })),
];

/**
 * Clicks a place twice as Safari on iOS may report two taps: each as the first click. The events carry their times, so that a slow machine
 * does not change how far apart they are, and clicks of a moment ago are not near.
 */
async function clickAgain(page: Page, target: Locator, pause: number): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await target.hover();
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to click');
  const devtools = await page.context().newCDPSession(page);
  const click = async (timestamp: number): Promise<void> => {
    const event = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left', clickCount: 1, timestamp } as const;
    await devtools.send('Input.dispatchMouseEvent', { ...event, type: 'mousePressed' });
    await devtools.send('Input.dispatchMouseEvent', { ...event, type: 'mouseReleased' });
  };
  const seconds = Date.now() / 1000 + 1;
  await click(seconds);
  await sleep(pause);
  await click(seconds + pause / 1000);
  await sleep(700);
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

async function customerWithShirt(): Promise<Session> {
  const user = await createCustomer(shop);
  await addToServerCart(shop, user.token, 'plain-tee', 'S');
  return user;
}
const ordersOf = (user: Session) => apiData<Order[]>(shop, '/customer/orders', undefined, user.token);

test.for(cases)('“Continue to payment” clicked twice orders nothing: %o', async ({ viewport, pause }, { page }) => {
  await page.setViewportSize(viewport);
  const user = await customerWithShirt();
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/checkout`);
  const { address, pincode, city, state } = deliveryAddress;
  const fields = { Address: address, Pincode: pincode, City: city, State: state };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  await clickAgain(page, press(page, 'Continue to payment'), pause);
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
  expect(await ordersOf(user)).toEqual([]);
});

test.for(cases)('“Apply” clicked twice applies the coupon and orders nothing: %o', async ({ viewport, pause }, { page }) => {
  await page.setViewportSize(viewport);
  const user = await customerWithShirt();
  await openReview(page, shop, user);
  await page.getByText('Have a coupon?').click();
  await page.getByLabel('Coupon code').fill('TENOFF');
  await clickAgain(page, press(page, 'Apply'), pause);
  await page.getByText('You save').waitFor();
  expect(await ordersOf(user)).toEqual([]);
  // A key works at once.
  await press(page, /^Remove/).press('Enter');
  await page.getByText('You save').waitFor({ state: 'detached' });
});

test.for(cases)('“Place order” clicked twice shows the thanks: %o', async ({ viewport, pause }, { page }) => {
  await page.setViewportSize(viewport);
  const user = await customerWithShirt();
  await openReview(page, shop, user);
  await clickAgain(page, press(page, /^(Place order|Pay ₹)/), pause);
  await page.waitForURL('**/order-success');
  await page.getByText('Your order is placed').waitFor();
  expect(await ordersOf(user)).toHaveLength(1);
});

test.for(pauses)('“Add to cart” clicked twice within %i ms adds one piece', async (pause, { page }) => {
  await page.goto(`${shop.url}/products/plain-tee`, { waitUntil: 'networkidle' });
  await page.getByRole('radio', { name: 'S', exact: true }).check();
  await clickAgain(page, press(page, 'Add to cart'), pause);
  expect(await storedCartLines(page)).toEqual(['1 × Plain Tee S']);
});
