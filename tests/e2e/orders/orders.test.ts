import { describe, expect } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { formatDateTime, formatDay } from '#lib/rules/dates.ts';
import { COPIED_MS, ORDER_PANEL_CLOSE_MS, ORDER_PANEL_OPEN_MS } from '#lib/site/timings.ts';
import { apiData, createCustomer, saveSession } from '#tests/support/browser/customer.ts';
import { setStatus } from '#tests/support/browser/orders-page.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { desktop, phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';
import { untilPressable } from '#tests/support/until-pressable.ts';

const { shop, test } = await useSmallShop({ viewport: desktop, permissions: ['clipboard-read', 'clipboard-write'] });

describe('the list', () => {
  test('shows orders newest first, each with number, date, status, total and pictures', async ({ page, pageErrors, orders }) => {
    const user = await createCustomer(shop);
    const [older] = await placeOrder(shop, user, [{ slug: 'plain-tee', size: 'S', quantity: 2 }]);
    const [newer] = await placeOrder(shop, user, [{ slug: 'long-wallet' }, { slug: 'plain-tee', size: 'S' }]);
    await setStatus(shop, older, 'order has been dispatched from retailer');
    await orders.open(user);
    expect(await page.getByText('2 orders, newest first').count()).toBe(1);
    const [first = '', second = ''] = await orders.cards().allInnerTexts();
    for (const said of [
      newer?.order_number,
      formatDay(present(newer?.order_date)),
      'Order Has Been Placed',
      '₹1,798.00',
      '2 items',
    ]) {
      expect(first).toContain(said);
    }
    expect(first).toMatch(/Long Wallet and 1 more|Plain Tee and 1 more/);
    for (const said of [older?.order_number, 'Order Has Been Dispatched From Retailer', '₹998.00'])
      expect(second).toContain(said);
    expect(await orders.cards().nth(0).locator('.picture').count()).toBe(2);
    const dots = await page
      .locator('.order-status')
      .evaluateAll((labels) => labels.map((label) => getComputedStyle(label, '::before').backgroundColor));
    expect(new Set(dots)).toEqual(new Set(['rgb(20, 108, 67)']));
    expect(pageErrors).toEqual([]);
  });

  test('links to the shop for a customer without orders', async ({ customerPage: page }) => {
    await page.goto(`${shop.url}/my-account/orders`);
    await page.getByRole('heading', { name: 'You have no orders yet' }).waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Start shopping' }).getAttribute('href')).toBe('/shop');
  });

  test('shows placeholders while it loads, reports a failed load, and can be retried', async ({ page, orders }) => {
    const user = await createCustomer(shop);
    await placeOrder(shop, user, [{ slug: 'long-wallet' }]);
    await saveSession(page, shop, user);
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
    await orders.press('Try again');
    await orders.list().waitFor();
    expect(await page.getByText(failure.ordersFetch).count()).toBe(0);
  });

  test('reports a lost connection, and loads once it is back', async ({ page, orders }) => {
    const user = await createCustomer(shop);
    await placeOrder(shop, user, [{ slug: 'long-wallet' }]);
    await saveSession(page, shop, user);
    await page.route('**/api/customer/orders', (route) => route.abort());
    await page.goto(`${shop.url}/my-account/orders`);
    await page.getByRole('alert').getByText(failure.ordersFetch).waitFor();
    await page.unroute('**/api/customer/orders');
    await page.context().setOffline(true);
    await orders.press('Try again');
    await page.getByRole('alert').getByText(failure.offline).waitFor();
    await page.context().setOffline(false);
    await orders.list().waitFor();
    expect(await page.getByText(failure.offline).count()).toBe(0);
  });
});

describe('the details', () => {
  test('show all data of an order', async ({ page, orders }) => {
    const user = await createCustomer(shop);
    await shop.store('coupon', 'add', 'TEN', '--percent', '10');
    const [order] = await placeOrder(shop, user, [{ slug: 'plain-tee', size: 'S', quantity: 2 }], { coupon_code: 'TEN' });
    await setStatus(shop, order, 'order is confirmed');
    await orders.open(user);
    const before = page.url();
    await orders.openFirst();
    expect(page.url()).toBe(before);
    expect(await orders.fact('Order number').locator('strong').innerText()).toBe(order?.order_number);
    expect(await orders.fact('Order date').innerText()).toBe(formatDateTime(present(order?.order_date)));
    expect(await orders.fact('Status').innerText()).toBe('Order Is Confirmed');
    expect(await orders.fact('Payment method').innerText()).toBe('Cash on Delivery (COD)');
    const summary = orders.panel().getByRole('region', { name: 'Summary' });
    expect((await summary.locator('dl').innerText()).split('\n').filter(Boolean)).toEqual([
      ...['Amount', '₹998.00', 'Quantity', '2', 'Discount', '−₹99.80', 'Subtotal', '₹898.20', 'Shipping', 'Free'],
      ...['Total', '₹898.20'],
    ]);
    const item = orders.panel().getByRole('region', { name: 'Items' }).getByRole('listitem');
    for (const said of ['Plain Tee', 'Size: S', '₹499.00 × 2', '₹998.00']) expect(await item.innerText()).toContain(said);
    expect(await item.getByRole('link').getAttribute('href')).toBe('/products/plain-tee');
    const steps = await orders.panel().getByRole('region', { name: 'Timeline' }).getByRole('listitem').allInnerTexts();
    expect(steps.map((step) => step.split('\n')[0])).toEqual(['Order Has Been Placed', 'Order Is Confirmed']);
    const address = await orders.panel().getByRole('region', { name: 'Delivery address' }).innerText();
    for (const said of ['Meera Nair', '14, Lake View Road', 'Kochi, Kerala 682001', user.customer.phone_number]) {
      expect(address).toContain(said);
    }
  });

  test('hide the discount when there was none, and name the payment method of a prepaid order', async ({ orders }) => {
    const user = await createCustomer(shop);
    await placeOrder(shop, user, [{ slug: 'long-wallet' }], { payment_method: 'prepaid' });
    await orders.open(user);
    await orders.openFirst();
    expect(await orders.fact('Payment method').innerText()).toBe('Prepaid');
    expect(await orders.fact('Status').innerText()).toBe('Payment Is Pending');
    expect(await orders.fact('Discount').count()).toBe(0);
    expect(await orders.cancelButton().count()).toBe(1);
  });

  test(`slide in within ${ORDER_PANEL_OPEN_MS} ms and out within ${ORDER_PANEL_CLOSE_MS} ms`, async ({ page, orders }) => {
    const user = await createCustomer(shop);
    await placeOrder(shop, user, [{ slug: 'long-wallet' }]);
    await page.clock.install();
    await orders.open(user);
    // Opened once to load its scripts and styles before the clock stops.
    await orders.openFirst();
    await page.keyboard.press('Escape');
    await orders.panel().waitFor({ state: 'detached' });

    await page.clock.pauseAt(Date.now() + 60_000);
    const isIn = () => orders.panel().evaluate((layer) => layer.classList.contains('slid-in'));
    await page.getByRole('button', { name: /^View details/ }).click();
    await orders.panel().waitFor({ state: 'attached' });
    await page.clock.runFor(ORDER_PANEL_OPEN_MS - 1);
    expect(await isIn()).toBe(false);
    await page.clock.runFor(1);
    await expect.poll(isIn).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(isIn).toBe(false);
    await page.clock.runFor(ORDER_PANEL_CLOSE_MS - 1);
    expect(await orders.panel().count()).toBe(1);
    await page.clock.runFor(1);
    await orders.panel().waitFor({ state: 'detached' });
  });

  test(`copy the order number, and confirm it for ${COPIED_MS} ms`, async ({ page, orders }) => {
    const user = await createCustomer(shop);
    const [order] = await placeOrder(shop, user, [{ slug: 'long-wallet' }]);
    await page.clock.install();
    await orders.open(user);
    await orders.openFirst();
    await page.clock.pauseAt(Date.now() + 60_000);
    await orders.press('Copy order number', orders.panel());
    await orders.panel().getByText('Copied!', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order?.order_number);
    await page.clock.runFor(COPIED_MS - 1);
    expect(await orders.panel().getByText('Copied!', { exact: true }).count()).toBe(1);
    await page.clock.runFor(1);
    await expect.poll(() => orders.panel().getByText('Copied!', { exact: true }).count()).toBe(0);
  });

  test('copy the order’s number without the clipboard API too, and leave the focus on the button', async ({ page, orders }) => {
    const user = await createCustomer(shop);
    const [order] = await placeOrder(shop, user, [{ slug: 'long-wallet' }]);
    await orders.open(user);
    await orders.openFirst();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('Not allowed'));
    });
    await orders.press('Copy order number', orders.panel());
    await orders.panel().getByText('Copied!', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(order?.order_number);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Copy order number');
  });

  test('trap the focus and lock the page’s scroll until they close', async ({ page, orders }) => {
    await orders.atDetails();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Tab');
      await expect.poll(() => orders.panel().evaluate((layer) => layer.contains(document.activeElement))).toBe(true);
    }
    await orders.press('Close order details', orders.panel());
    await orders.panel().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden');
    expect(await orders.focusSays()).toContain('View details');
    await orders.openFirst();
    await untilPressable(orders.panel());
    await page.mouse.click(100, 500);
    await orders.panel().waitFor({ state: 'detached' });
  });
});

test('two tabs show the same orders and the same open order', async ({ page, orders }) => {
  const { order } = await orders.atDetails();
  const other = await page.context().newPage();
  await page.keyboard.press('Escape');
  await other.goto(`${shop.url}/my-account/orders`);
  await orders.list(other).waitFor();
  await page.getByRole('button', { name: /^View details/ }).click();
  await orders.panel(other).getByText(order.order_number).waitFor();
  await orders.cancelButton().click();
  await orders.dialog().getByLabel('Reason', { exact: true }).selectOption('Quantity Issue');
  await orders.press('Confirm', orders.dialog());
  await orders.panel(other).getByRole('status').getByText('Order Is Cancelled').waitFor();
  await page.keyboard.press('Escape');
  await orders.panel(other).waitFor({ state: 'detached' });
});

test('an expired session leads to sign in and back', async ({ page, orders }) => {
  const { user } = await orders.atDetails();
  await apiData(shop, '/customer/logout', {}, user.token);
  await page.goto(`${shop.url}/my-account/orders`);
  await page.waitForURL(`**/signin?next=${encodeURIComponent('/my-account/orders')}`);
});

test('orders fit a phone without horizontal scrolling', async ({ page, orders }) => {
  await page.setViewportSize(phone);
  const user = await createCustomer(shop);
  await placeOrder(shop, user, [{ slug: 'plain-tee', size: 'S' }, { slug: 'long-wallet' }]);
  await saveSession(page, shop, user);
  await page.goto(`${shop.url}/my-account/orders`);
  await orders.list(page).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await page.getByRole('button', { name: /^View details/ }).click();
  await orders.panel(page).waitFor();
  expect(await orders.panel(page).evaluate((layer) => layer.scrollWidth - layer.clientWidth)).toBe(0);
});
