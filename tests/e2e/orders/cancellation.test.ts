import { expect } from 'vitest';
import { toTitleCase } from '#islands/orders/order-timeline.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { OrderStatus } from '#lib/contract/order-status.ts';
import { cancelReasons, type Order } from '#lib/contract/orders.ts';
import { TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { apiData, createCustomer } from '#tests/support/browser/customer.ts';
import { setStatus } from '#tests/support/browser/orders-page.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { tabTo } from '#tests/support/browser/tab-to.ts';
import { desktop } from '#tests/support/browser/test-page.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop({ viewport: desktop });

const cancellable: OrderStatus[] = [
  'order has been placed',
  'order is confirmed',
  'order has been dispatched from retailer',
  'order is processed by wholesaler',
  'order is ready for pickup',
];
const tooLate: OrderStatus[] = ['order is out for delivery', 'order is delivered', 'order is cancelled'];

test('cancelling is offered, in red, in the five statuses that allow it', { timeout: 120_000 }, async ({ page, orders }) => {
  const user = await createCustomer(shop);
  const statuses = [...cancellable, ...tooLate];
  for (const status of statuses) {
    const [order] = await placeOrder(shop, user, [{ slug: 'long-wallet' }]);
    if (status !== 'order has been placed') await setStatus(shop, order, status);
  }
  await orders.open(user);
  const offered: string[] = [];
  for (let i = 0; i < statuses.length; i++) {
    await orders
      .cards()
      .nth(i)
      .getByRole('button', { name: /^View details/ })
      .click();
    await orders.panel().waitFor();
    const status = await orders.fact('Status').innerText();
    if (await orders.cancelButton().count()) {
      offered.push(status);
      const colours = await orders.cancelButton().evaluate((button) => {
        const { color, borderTopColor, backgroundColor } = getComputedStyle(button);
        return { color, borderTopColor, backgroundColor };
      });
      const red = 'rgb(179, 38, 30)';
      expect(colours).toEqual({ color: red, borderTopColor: red, backgroundColor: 'rgb(255, 255, 255)' });
    }
    await page.keyboard.press('Escape');
    await orders.panel().waitFor({ state: 'detached' });
  }
  expect(offered.toReversed()).toEqual(cancellable.map(toTitleCase));
});

test('cancelling requires a reason, with the exact error message', async ({ orders }) => {
  const { order } = await orders.atDetails();
  await orders.cancelButton().click();
  await orders.dialog().waitFor();
  const reason = orders.dialog().getByLabel('Reason', { exact: true });
  expect((await reason.locator('option').allInnerTexts()).slice(1)).toEqual([...cancelReasons]);
  const words = orders.dialog().getByLabel('Your reason');
  expect(await words.count()).toBe(0);
  await orders.press('Confirm', orders.dialog());
  await orders.dialog().getByText(fieldErrors.reasonRequired, { exact: true }).waitFor();
  await expect.poll(() => reason.evaluate((select) => select === document.activeElement)).toBe(true);
  await reason.selectOption('Payment Issue');
  await reason.selectOption('');
  await orders.press('Confirm', orders.dialog());
  await orders.dialog().getByText(fieldErrors.reasonInvalid, { exact: true }).waitFor();
  await reason.selectOption('Other');
  await orders.press('Confirm', orders.dialog());
  await orders.dialog().getByText(fieldErrors.reasonOtherRequired, { exact: true }).waitFor();
  await expect.poll(() => words.evaluate((box) => box === document.activeElement)).toBe(true);
  await words.fill('   ');
  await orders.press('Confirm', orders.dialog());
  await orders.dialog().getByText(fieldErrors.reasonOtherEmpty, { exact: true }).waitFor();
  await orders.press('Close', orders.dialog());
  await orders.dialog().waitFor({ state: 'detached' });
  expect(await orders.panel().count()).toBe(1);
  expect(await orders.fact('Status').innerText()).toBe('Order Has Been Placed');
  expect(order.status).toBe('order has been placed');
});

test('cancelling shows the store’s message for two seconds, and the updated order', async ({ page, orders }) => {
  const user = await createCustomer(shop);
  await placeOrder(shop, user, [{ slug: 'plain-tee', size: 'S' }]);
  await page.clock.install();
  await orders.open(user);
  await page.getByRole('button', { name: /^View details/ }).click();
  await orders.cancelButton().click();
  await orders.dialog().getByLabel('Reason', { exact: true }).selectOption('Other');
  await orders.dialog().getByLabel('Your reason').fill('  It is a present, and the birthday is over  ');
  const sent = page.waitForRequest(/\/api\/customer\/cancel-order/);
  const again = page.waitForResponse(/\/api\/customer\/orders/);
  await orders.press('Confirm', orders.dialog());
  expect((await sent).postDataJSON()).toEqual({
    order_id: expect.any(Number),
    reject_reason_select: 'Other',
    reject_reason_input: 'It is a present, and the birthday is over',
  });
  await again;
  await orders.toast(success.orderCancelled).waitFor();
  await orders.dialog().waitFor({ state: 'detached' });
  await orders.fact('Status').getByText('Order Is Cancelled').waitFor();
  expect(await orders.cancelButton().count()).toBe(0);
  await orders.panel().getByText('Reason: It is a present, and the birthday is over').waitFor();
  await expect.poll(() => orders.panel().evaluate((layer) => layer.contains(document.activeElement))).toBe(true);
  expect((await apiData<Order[]>(shop, '/customer/orders', undefined, user.token)).map(({ status }) => status)).toEqual([
    'order is cancelled',
  ]);
  await page.mouse.move(700, 700);
  await page.clock.runFor(TOAST_SHORT_MS + 1000);
  await expect.poll(() => orders.toast(success.orderCancelled).count()).toBe(0);
});

test('cancelling sends no text with a reason that needs none, not even text typed before', async ({ page, orders }) => {
  await orders.atDetails();
  await orders.cancelButton().click();
  const reason = orders.dialog().getByLabel('Reason', { exact: true });
  await reason.selectOption('Other');
  await orders.dialog().getByLabel('Your reason').fill('never mind');
  await reason.selectOption('Changed My Mind');
  const sent = page.waitForRequest(/\/api\/customer\/cancel-order/);
  await orders.press('Confirm', orders.dialog());
  expect(Object.keys((await sent).postDataJSON())).toEqual(['order_id', 'reject_reason_select']);
  await orders.fact('Status').getByText('Order Is Cancelled').waitFor();
});

test('cancelling without a connection shows an error in the dialog, keeps the reason, and succeeds afterwards', async ({
  page,
  orders,
}) => {
  await orders.atDetails();
  await orders.cancelButton().click();
  await orders.dialog().getByLabel('Reason', { exact: true }).selectOption('Changed My Mind');
  await page.context().setOffline(true);
  await orders.press('Confirm', orders.dialog());
  await orders.dialog().getByRole('alert').getByText(failure.offline).waitFor();
  await page.context().setOffline(false);
  await orders.press('Confirm', orders.dialog());
  await orders.fact('Status').getByText('Order Is Cancelled').waitFor();
});

test('cancelling an order that has moved on reports it, and shows the new status', async ({ orders }) => {
  const { order } = await orders.atDetails();
  await orders.cancelButton().click();
  await setStatus(shop, order, 'order is delivered');
  await orders.dialog().getByLabel('Reason', { exact: true }).selectOption('Not Needed Anymore');
  await orders.press('Confirm', orders.dialog());
  await orders.toast(failure.orderNotCancellable).waitFor();
  await orders.fact('Status').getByText('Order Is Delivered').waitFor();
  await orders.dialog().waitFor({ state: 'detached' });
  expect(await orders.cancelButton().count()).toBe(0);
});

test('cancelling works with the keyboard alone, and restores the focus at each step', async ({ page, orders }) => {
  const user = await createCustomer(shop);
  await placeOrder(shop, user, [{ slug: 'long-wallet' }]);
  await orders.open(user);
  await page.getByRole('main').focus();
  await tabTo(page.locator('.order-card button'));
  await page.keyboard.press('Enter');
  await orders.panel().waitFor();
  await tabTo(page.locator('.order-panel .cancel-order'));
  await page.keyboard.press('Enter');
  await orders.dialog().waitFor();
  await page.keyboard.press('Escape');
  await orders.dialog().waitFor({ state: 'detached' });
  expect(await orders.panel().count()).toBe(1);
  await expect.poll(() => orders.cancelButton().evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await orders.dialog().waitFor();
  await tabTo(page.locator('#cancel-reason'));
  await page.keyboard.type('Quan');
  await tabTo(page.locator('.cancel-dialog [type=submit]'));
  await page.keyboard.press('Enter');
  await orders.fact('Status').getByText('Order Is Cancelled').waitFor();
  await page.keyboard.press('Escape');
  await orders.panel().waitFor({ state: 'detached' });
  expect(await orders.focusSays()).toContain('View details');
});
