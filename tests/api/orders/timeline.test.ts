import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { listNextStatuses } from '#api/services/orders/status-transitions.ts';
import { type OrderStatus, orderStatuses } from '#lib/contract/order-status.ts';
import { customerOf, stockOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let shopper: ReturnType<typeof customerOf>;
let watch: AddedProduct;
let next = 9_440_000_000;

beforeAll(async () => {
  shop = await openShop();
  watch = await shop.add({ name: 'Brass Watch', category: 'Watches', price: 50_000, stock: 60 });
});
beforeEach(async () => {
  shopper = customerOf(shop, await signUp(shop, String(next++)));
});
afterAll(() => shop.close());

async function buy(): Promise<string> {
  await shopper.put(watch.id, 1);
  await shopper.buy('500.00');
  return (await shopper.orders())[0]?.order_number ?? '';
}
const move = (number: string, status: OrderStatus, reason?: string) =>
  shop.change((tx) => setOrderStatus(tx, number, status, reason));
const latest = async () => (await shopper.orders())[0];

describe('an order in progress', () => {
  test('records every step in its timeline, in order and with its time', async () => {
    const number = await buy();
    const steps: OrderStatus[] = [
      'order is confirmed',
      'order has been dispatched from retailer',
      'order is ready for pickup',
      'order is out for delivery',
      'order is delivered',
    ];
    for (const status of steps) expect(await move(` ${number.toLowerCase()} `, status)).toBe(true);
    const order = await latest();
    expect(order?.timeline.map(({ status }) => status)).toEqual(['order has been placed', ...steps]);
    const moments = order?.timeline.map(({ at }) => at) ?? [];
    expect(moments).toEqual(moments.toSorted());
    expect(order).toMatchObject({ status: 'order is delivered', payment_status: 'paid' });
  });

  test('may skip steps but never goes back', async () => {
    const number = await buy();
    await move(number, 'order is ready for pickup');
    await expect(move(number, 'order is confirmed')).rejects.toThrow(
      '"order is ready for pickup" cannot become "order is confirmed". It can become: order is out for delivery,',
    );
    expect((await latest())?.status).toBe('order is ready for pickup');
  });

  test('cancelled by the shop returns its stock once and shows the reason', async () => {
    const number = await buy();
    const before = await stockOf(shop, watch.variants['']);
    await move(number, 'order is out for delivery');
    await move(number, 'order is cancelled', 'Nobody at home');
    await expect(move(number, 'order is cancelled')).rejects.toThrow('This status is final.');
    expect((await stockOf(shop, watch.variants[''])).variant).toBe(before.variant + 1);
    expect((await latest())?.timeline.at(-1)).toMatchObject({ status: 'order is cancelled', reason: 'Nobody at home' });
  });

  test('that does not exist is reported as unknown', async () => {
    expect(await move('HT-NONE', 'order is confirmed')).toBe(false);
  });
});

test('that is delivered or cancelled is final, and one that waits for payment can only be cancelled', () => {
  expect(listNextStatuses('order is delivered')).toEqual([]);
  expect(listNextStatuses('order is cancelled')).toEqual([]);
  expect(listNextStatuses('payment is pending')).toEqual(['order is cancelled']);
  for (const status of orderStatuses) expect(listNextStatuses(status)).not.toContain('payment is pending');
});
