import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COPIED_MS, ORDER_PANEL_CLOSE_MS, ORDER_PANEL_OPEN_MS, TOAST_SHORT_MS } from '#lib/contract/limits.ts';
import { failure, field, success } from '#lib/contract/messages.ts';
import { cancelReasons, type Order, type OrderStatus } from '#lib/contract/orders.ts';
import { showDay, showMinute } from '#lib/rules/dates.ts';
import { titleCase } from '#lib/rules/labels.ts';
import { buy } from './buying.ts';
import type { RunningShop } from './shop.ts';
import { ask, newCustomer, type Session, signIn } from './shopper.ts';
import { startSmallShop } from './small-shop.ts';
import { desktop, newVisitor, phone, type Visitor } from './visitor.ts';

let shop: RunningShop;
let visitor: Visitor;
let page: Page;
beforeAll(async () => {
  shop = await startSmallShop();
});
afterAll(() => shop.stop());
beforeEach(async () => {
  visitor = await newVisitor({ viewport: desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  page = visitor.page;
});
afterEach(() => visitor.leave());

const list = (where: Page = page) => where.getByRole('list', { name: 'Your orders' });
const cards = () => list().getByRole('listitem');
const panel = (where: Page = page) => where.getByRole('dialog', { name: 'Order details' });
const dialog = () => page.getByRole('dialog', { name: 'Cancel Order' });
const toast = (text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text });
const cancelButton = (where: Page = page) => panel(where).getByRole('button', { name: 'Cancel Order' });
const press = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true }).click();
const ordersOf = ({ token }: Session) => ask<Order[]>(shop, '/customer/orders', undefined, token);
/** What the panel says of a fact. */
const fact = (name: string) =>
  panel()
    .locator('dt', { hasText: new RegExp(`^${name}$`) })
    .locator('+ dd');
const setStatus = (order: Order | undefined, status: OrderStatus) =>
  shop.store('order', order?.order_number ?? '', '--status', status);

/** Opens the orders page as a customer. */
async function openOrders(user: Session): Promise<void> {
  await signIn(page, shop, user);
  await page.goto(`${shop.url}/my-account/orders`);
  await list().waitFor();
}

/** A customer with one order of two T-shirts, at its details. */
async function atDetails(): Promise<{ user: Session; order: Order }> {
  const user = await newCustomer(shop);
  const [order] = await buy(shop, user, [{ slug: 'plain-tee', size: 'S', quantity: 2 }]);
  await openOrders(user);
  await page.getByRole('button', { name: /^View details/ }).click();
  await panel().waitFor();
  return { user, order: order as Order };
}

describe('the list', () => {
  test('shows orders newest first, each with number, date, status, total and pictures', async () => {
    const user = await newCustomer(shop);
    const [older] = await buy(shop, user, [{ slug: 'plain-tee', size: 'S', quantity: 2 }]);
    const [newer] = await buy(shop, user, [{ slug: 'long-wallet' }, { slug: 'plain-tee', size: 'S' }]);
    await setStatus(older, 'order has been dispatched from retailer');
    await openOrders(user);
    expect(await page.getByText('2 orders, newest first').count()).toBe(1);
    const [first = '', second = ''] = await cards().allInnerTexts();
    for (const said of [newer?.order_number, showDay(newer?.order_date ?? ''), 'Order Has Been Placed', '₹1,798.00', '2 items']) {
      expect(first).toContain(said);
    }
    expect(first).toMatch(/Long Wallet and 1 more|Plain Tee and 1 more/);
    for (const said of [older?.order_number, 'Order Has Been Dispatched From Retailer', '₹998.00'])
      expect(second).toContain(said);
    expect(await cards().nth(0).locator('img').count()).toBe(2);
    expect(visitor.complaints).toEqual([]);
  });

  test('suggests the shop to a customer without orders', async () => {
    await signIn(page, shop, await newCustomer(shop));
    await page.goto(`${shop.url}/my-account/orders`);
    await page.getByRole('heading', { name: 'You have no orders yet' }).waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Start shopping' }).getAttribute('href')).toBe('/shop');
  });

  test('keeps places while it loads, says when that failed, and tries again', async () => {
    const user = await newCustomer(shop);
    await buy(shop, user, [{ slug: 'long-wallet' }]);
    await signIn(page, shop, user);
    let answer: (() => void) | undefined;
    await page.route('**/api/customer/orders', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.fulfill({ status: 500, contentType: 'application/json', body: '{}' });
    });
    await page.goto(`${shop.url}/my-account/orders`);
    await page.getByText('Loading your orders…').waitFor();
    expect(await page.locator('.loading-places .order-card').count()).toBeGreaterThan(2);
    await expect.poll(() => answer).toBeDefined();
    answer?.();
    await page.getByRole('alert').getByText(failure.ordersFetch).waitFor();
    await page.unroute('**/api/customer/orders');
    await press('Try again');
    await list().waitFor();
    expect(await page.getByText(failure.ordersFetch).count()).toBe(0);
  });

  test('says when there is no connection, and loads by itself once there is', async () => {
    const user = await newCustomer(shop);
    await buy(shop, user, [{ slug: 'long-wallet' }]);
    await signIn(page, shop, user);
    await page.route('**/api/customer/orders', (route) => route.abort());
    await page.goto(`${shop.url}/my-account/orders`);
    await page.getByRole('alert').getByText(failure.ordersFetch).waitFor();
    await page.unroute('**/api/customer/orders');
    await page.context().setOffline(true);
    await press('Try again');
    await page.getByRole('alert').getByText(failure.offline).waitFor();
    await page.context().setOffline(false);
    await list().waitFor();
    expect(await page.getByText(failure.offline).count()).toBe(0);
  });
});

describe('the details', () => {
  test('say all there is to say of an order', async () => {
    const user = await newCustomer(shop);
    await shop.store('coupon', 'add', 'TEN', '--percent', '10');
    const [order] = await buy(shop, user, [{ slug: 'plain-tee', size: 'S', quantity: 2 }], { coupon_code: 'TEN' });
    await setStatus(order, 'order is confirmed');
    await openOrders(user);
    const before = page.url();
    await page.getByRole('button', { name: /^View details/ }).click();
    await panel().waitFor();
    expect(page.url()).toBe(before);
    expect(await fact('Order number').locator('strong').innerText()).toBe(order?.order_number);
    expect(await fact('Order date').innerText()).toBe(showMinute(order?.order_date ?? ''));
    expect(await fact('Status').innerText()).toBe('Order Is Confirmed');
    expect(await fact('Payment method').innerText()).toBe('Cash on Delivery (COD)');
    const summary = panel().getByRole('region', { name: 'Summary' });
    expect((await summary.locator('dl').innerText()).split('\n').filter(Boolean)).toEqual([
      ...['Amount', '₹998.00', 'Quantity', '2', 'Discount', '−₹99.80', 'Subtotal', '₹898.20', 'Shipping', 'Free'],
      ...['Total', '₹898.20'],
    ]);
    const item = panel().getByRole('region', { name: 'Items' }).getByRole('listitem');
    for (const said of ['Plain Tee', 'Size: S', '₹499.00 × 2', '₹998.00']) expect(await item.innerText()).toContain(said);
    expect(await item.getByRole('link').getAttribute('href')).toBe('/products/plain-tee');
    const steps = await panel().getByRole('region', { name: 'Timeline' }).getByRole('listitem').allInnerTexts();
    expect(steps.map((step) => step.split('\n')[0])).toEqual(['Order Has Been Placed', 'Order Is Confirmed']);
    const address = await panel().getByRole('region', { name: 'Delivery address' }).innerText();
    for (const said of ['Meera Nair', '14, Lake View Road', 'Kochi, Kerala 682001', user.customer.phone_number]) {
      expect(address).toContain(said);
    }
  });

  test('leave the discount out where there was none, and call a prepaid order so', async () => {
    const user = await newCustomer(shop);
    await buy(shop, user, [{ slug: 'long-wallet' }], { payment_method: 'prepaid' });
    await openOrders(user);
    await page.getByRole('button', { name: /^View details/ }).click();
    await panel().waitFor();
    expect(await fact('Payment method').innerText()).toBe('Prepaid');
    expect(await fact('Status').innerText()).toBe('Payment Is Pending');
    expect(await fact('Discount').count()).toBe(0);
    expect(await cancelButton().count()).toBe(1);
  });

  test(`slide in after ${ORDER_PANEL_OPEN_MS} ms and are gone ${ORDER_PANEL_CLOSE_MS} ms after they were closed`, async () => {
    const user = await newCustomer(shop);
    await buy(shop, user, [{ slug: 'long-wallet' }]);
    await page.clock.install();
    await openOrders(user);
    // Opened once, so that its scripts and styles are there when the clock stands still.
    await page.getByRole('button', { name: /^View details/ }).click();
    await panel().waitFor();
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });

    await page.clock.pauseAt(Date.now() + 60_000);
    const isIn = () => panel().evaluate((layer) => layer.classList.contains('slid-in'));
    await page.getByRole('button', { name: /^View details/ }).click();
    await panel().waitFor({ state: 'attached' });
    await page.clock.runFor(ORDER_PANEL_OPEN_MS - 1);
    expect(await isIn()).toBe(false);
    await page.clock.runFor(1);
    await expect.poll(isIn).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(isIn).toBe(false);
    await page.clock.runFor(ORDER_PANEL_CLOSE_MS - 1);
    expect(await panel().count()).toBe(1);
    await page.clock.runFor(1);
    await panel().waitFor({ state: 'detached' });
  });

  test(`copy the order's number, and say so for ${COPIED_MS} ms`, async () => {
    const user = await newCustomer(shop);
    const [order] = await buy(shop, user, [{ slug: 'long-wallet' }]);
    await page.clock.install();
    await openOrders(user);
    await page.getByRole('button', { name: /^View details/ }).click();
    await panel().waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await press('Copy order number', panel());
    await panel().getByText('Copied!', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order?.order_number);
    await page.clock.runFor(COPIED_MS - 1);
    expect(await panel().getByText('Copied!', { exact: true }).count()).toBe(1);
    await page.clock.runFor(1);
    await expect.poll(() => panel().getByText('Copied!', { exact: true }).count()).toBe(0);
  });

  test('keep the focus inside and the page still until they close, and give both back', async () => {
    await atDetails();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Tab');
      expect(await panel().evaluate((layer) => layer.contains(document.activeElement))).toBe(true);
    }
    await press('Close order details', panel());
    await panel().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('View details');
    await page.getByRole('button', { name: /^View details/ }).click();
    await panel().waitFor();
    await page.mouse.click(100, 500);
    await panel().waitFor({ state: 'detached' });
  });
});

describe('cancelling', () => {
  const cancellable: OrderStatus[] = [
    'order has been placed',
    'order is confirmed',
    'order has been dispatched from retailer',
    'order is processed by wholesaler',
    'order is ready for pickup',
  ];
  const tooLate: OrderStatus[] = ['order is out for delivery', 'order is delivered', 'order is cancelled'];

  test('is offered, in red, while the status is one of the five, and not afterwards', { timeout: 120_000 }, async () => {
    const user = await newCustomer(shop);
    const statuses = [...cancellable, ...tooLate];
    for (const status of statuses) {
      const [order] = await buy(shop, user, [{ slug: 'long-wallet' }]);
      if (status !== 'order has been placed') await setStatus(order, status);
    }
    await openOrders(user);
    const offered: string[] = [];
    for (let i = 0; i < statuses.length; i++) {
      await cards()
        .nth(i)
        .getByRole('button', { name: /^View details/ })
        .click();
      await panel().waitFor();
      const status = await fact('Status').innerText();
      if (await cancelButton().count()) {
        offered.push(status);
        expect(await cancelButton().evaluate((button) => getComputedStyle(button).backgroundColor)).toBe('rgb(179, 38, 30)');
      }
      await page.keyboard.press('Escape');
      await panel().waitFor({ state: 'detached' });
    }
    expect(offered.toReversed()).toEqual(cancellable.map(titleCase));
  });

  test('asks for a reason, word for word', async () => {
    const { order } = await atDetails();
    await cancelButton().click();
    await dialog().waitFor();
    const reason = dialog().getByLabel('Reason', { exact: true });
    expect((await reason.locator('option').allInnerTexts()).slice(1)).toEqual([...cancelReasons]);
    const words = dialog().getByLabel('Your reason');
    expect(await words.count()).toBe(0);
    await press('Confirm', dialog());
    await dialog().getByText(field.reasonRequired, { exact: true }).waitFor();
    expect(await reason.evaluate((select) => select === document.activeElement)).toBe(true);
    await reason.selectOption('Payment Issue');
    await reason.selectOption('');
    await press('Confirm', dialog());
    await dialog().getByText(field.reasonInvalid, { exact: true }).waitFor();
    await reason.selectOption('Other');
    await press('Confirm', dialog());
    await dialog().getByText(field.reasonOtherRequired, { exact: true }).waitFor();
    expect(await words.evaluate((box) => box === document.activeElement)).toBe(true);
    await words.fill('   ');
    await press('Confirm', dialog());
    await dialog().getByText(field.reasonOtherEmpty, { exact: true }).waitFor();
    await press('Close', dialog());
    await dialog().waitFor({ state: 'detached' });
    expect(await panel().count()).toBe(1);
    expect(await fact('Status').innerText()).toBe('Order Has Been Placed');
    expect(order.status).toBe('order has been placed');
  });

  test('says what the store says for two seconds, and shows the order as it is now', async () => {
    const user = await newCustomer(shop);
    await buy(shop, user, [{ slug: 'plain-tee', size: 'S' }]);
    await page.clock.install();
    await openOrders(user);
    await page.getByRole('button', { name: /^View details/ }).click();
    await cancelButton().click();
    await dialog().getByLabel('Reason', { exact: true }).selectOption('Other');
    await dialog().getByLabel('Your reason').fill('  It is a present, and the birthday is over  ');
    const sent = page.waitForRequest(/\/api\/customer\/cancel-order/);
    const again = page.waitForResponse(/\/api\/customer\/orders/);
    await press('Confirm', dialog());
    expect((await sent).postDataJSON()).toEqual({
      order_id: expect.any(Number),
      reject_reason_select: 'Other',
      reject_reason_input: 'It is a present, and the birthday is over',
    });
    await again;
    await toast(success.orderCancelled).waitFor();
    await dialog().waitFor({ state: 'detached' });
    await fact('Status').getByText('Order Is Cancelled').waitFor();
    expect(await cancelButton().count()).toBe(0);
    await panel().getByText('Reason: It is a present, and the birthday is over').waitFor();
    expect(await panel().evaluate((layer) => layer.contains(document.activeElement))).toBe(true);
    expect((await ordersOf(user)).map(({ status }) => status)).toEqual(['order is cancelled']);
    await page.mouse.move(700, 700);
    await page.clock.runFor(TOAST_SHORT_MS + 1000);
    await expect.poll(() => toast(success.orderCancelled).count()).toBe(0);
  });

  test('sends no words with a reason that needs none, not even those typed before', async () => {
    await atDetails();
    await cancelButton().click();
    const reason = dialog().getByLabel('Reason', { exact: true });
    await reason.selectOption('Other');
    await dialog().getByLabel('Your reason').fill('never mind');
    await reason.selectOption('Changed My Mind');
    const sent = page.waitForRequest(/\/api\/customer\/cancel-order/);
    await press('Confirm', dialog());
    expect(Object.keys((await sent).postDataJSON())).toEqual(['order_id', 'reject_reason_select']);
    await fact('Status').getByText('Order Is Cancelled').waitFor();
  });

  test('without a connection says so in the dialog, keeps what was chosen, and works afterwards', async () => {
    await atDetails();
    await cancelButton().click();
    await dialog().getByLabel('Reason', { exact: true }).selectOption('Changed My Mind');
    await page.context().setOffline(true);
    await press('Confirm', dialog());
    await dialog().getByRole('alert').getByText(failure.orderCancel).waitFor();
    await page.context().setOffline(false);
    await press('Confirm', dialog());
    await fact('Status').getByText('Order Is Cancelled').waitFor();
  });

  test('of an order that has moved on says so, and shows where it is now', async () => {
    const { order } = await atDetails();
    await cancelButton().click();
    await setStatus(order, 'order is delivered');
    await dialog().getByLabel('Reason', { exact: true }).selectOption('Not Needed Anymore');
    await press('Confirm', dialog());
    await toast(failure.orderNotCancellable).waitFor();
    await fact('Status').getByText('Order Is Delivered').waitFor();
    await dialog().waitFor({ state: 'detached' });
    expect(await cancelButton().count()).toBe(0);
  });

  test('can be done with the keyboard alone, the focus coming back at each step', async () => {
    const user = await newCustomer(shop);
    await buy(shop, user, [{ slug: 'long-wallet' }]);
    await openOrders(user);
    const tabTo = async (selector: string) => {
      for (let i = 0; i < 60; i++) {
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`The keyboard did not reach ${selector}`);
    };
    await page.getByRole('main').focus();
    await tabTo('.order-card button');
    await page.keyboard.press('Enter');
    await panel().waitFor();
    await tabTo('.order-panel .cancel-order');
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await panel().count()).toBe(1);
    expect(await cancelButton().evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await tabTo('#cancel-reason');
    await page.keyboard.type('Quan');
    await tabTo('.cancel-dialog [type=submit]');
    await page.keyboard.press('Enter');
    await fact('Status').getByText('Order Is Cancelled').waitFor();
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('View details');
  });
});

test('two tabs show the same orders and the same open order', async () => {
  const { order } = await atDetails();
  const other = await page.context().newPage();
  await page.keyboard.press('Escape');
  await other.goto(`${shop.url}/my-account/orders`);
  await list(other).waitFor();
  await page.getByRole('button', { name: /^View details/ }).click();
  await panel(other).getByText(order.order_number).waitFor();
  await cancelButton().click();
  await dialog().getByLabel('Reason', { exact: true }).selectOption('Quantity Issue');
  await press('Confirm', dialog());
  await panel(other).getByRole('status').getByText('Order Is Cancelled').waitFor();
  await page.keyboard.press('Escape');
  await panel(other).waitFor({ state: 'detached' });
});

test('a session that has ended leads to sign in and back', async () => {
  const { user } = await atDetails();
  await ask(shop, '/customer/logout', {}, user.token);
  await page.goto(`${shop.url}/my-account/orders`);
  await page.waitForURL(`**/signin?next=${encodeURIComponent('/my-account/orders')}`);
});

test('orders fit a phone, with nothing to scroll sideways', async () => {
  const narrow = await newVisitor({ viewport: phone });
  const user = await newCustomer(shop);
  await buy(shop, user, [{ slug: 'plain-tee', size: 'S' }, { slug: 'long-wallet' }]);
  await signIn(narrow.page, shop, user);
  await narrow.page.goto(`${shop.url}/my-account/orders`);
  await list(narrow.page).waitFor();
  expect(await narrow.page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await narrow.page.getByRole('button', { name: /^View details/ }).click();
  await panel(narrow.page).waitFor();
  expect(await panel(narrow.page).evaluate((layer) => layer.scrollWidth - layer.clientWidth)).toBe(0);
  await narrow.leave();
});
