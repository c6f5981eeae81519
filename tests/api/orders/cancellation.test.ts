import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCoupon } from '#api/services/coupons/edit-coupons.ts';
import { isDispatched, listNextStatuses } from '#api/services/orders/status-transitions.ts';
import { singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { cancellableStatuses, type OrderStatus, orderStatuses } from '#lib/contract/order-status.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { customerOf, stockOf, usesOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let shopper: ReturnType<typeof customerOf>;
let shirt: AddedProduct;
let watch: AddedProduct;
let next = 9_410_000_000;

beforeAll(async () => {
  shop = await openShop();
  shirt = await shop.add({ name: 'Linen Shirt', category: 'Shirts', price: 100_000, stock: { M: 60, L: 60 }, seller: 'Loom' });
  watch = await shop.add({ name: 'Brass Watch', category: 'Watches', price: 50_000, stock: 60, seller: 'Mill' });
});
beforeEach(async () => {
  shopper = customerOf(shop, await signUp(shop, String(next++)));
});
afterAll(() => shop.close());

const cancel = (order_id: number, more: Record<string, string> = {}, token = shopper.token) =>
  shop.call(cancelOrderCall, { token, body: { order_id, reject_reason_select: 'Changed My Mind', ...more } });

async function buyWatch(quantity = 1): Promise<number> {
  await shopper.put(watch.id, quantity);
  const { order_id } = await shopper.buy(`${500 * quantity}.00`);
  return order_id[0] ?? 0;
}

const setStatus = (id: number, status: OrderStatus) =>
  shop.change((tx) => tx.updateTable('orders').set({ status }).where('id', '=', id).execute());

describe('cancelling an order', () => {
  test('returns its stock and adds the reason to the timeline', async () => {
    const before = await stockOf(shop, watch.variants['']);
    const id = await buyWatch(3);
    expect(await stockOf(shop, watch.variants[''])).toEqual({ variant: before.variant - 3, product: before.product - 3 });
    expect(await cancel(id)).toEqual({ success: true, status: true, message: 'Your order has been cancelled' });
    expect(await stockOf(shop, watch.variants[''])).toEqual(before);
    expect((await shopper.orders())[0]).toMatchObject({
      status: 'order is cancelled',
      timeline: [{ status: 'order has been placed' }, { status: 'order is cancelled', reason: 'Changed My Mind' }],
    });
  });

  test('twice is refused and returns no stock again', async () => {
    const before = await stockOf(shop, watch.variants['']);
    const id = await buyWatch();
    await cancel(id);
    expect(await cancel(id)).toMatchObject({ httpStatus: 409, message: 'This order is already cancelled' });
    expect(await stockOf(shop, watch.variants[''])).toEqual(before);
  });

  test('50 times concurrently succeeds once', async () => {
    const before = await stockOf(shop, watch.variants['']);
    const id = await buyWatch(2);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => cancel(id)));
    expect(outcomes.filter(({ success }) => success)).toHaveLength(1);
    expect(await stockOf(shop, watch.variants[''])).toEqual(before);
  });

  test('of another customer answers as for an unknown order', async () => {
    const id = await buyWatch();
    const other = await signUp(shop, String(next++));
    expect(await cancel(id, {}, other)).toMatchObject({ httpStatus: 404, message: 'This order could not be found' });
    expect(await cancel(999_999)).toMatchObject({ httpStatus: 404 });
    expect((await shopper.orders())[0]?.status).toBe('order has been placed');
  });

  test.each(orderStatuses.filter((status) => status !== 'payment is pending'))('depends on its status: %s', async (status) => {
    const id = await buyWatch();
    await setStatus(id, status);
    const allowed = cancellableStatuses.includes(status);
    expect(await cancel(id)).toMatchObject(allowed ? { success: true } : { httpStatus: 409 });
    expect((await shopper.orders())[0]?.status).toBe(allowed ? 'order is cancelled' : status);
  });

  test('is possible in every status before the goods have left, as the checkout promises', () => {
    const before = orderStatuses.filter((status) => listNextStatuses(status).length > 0 && !isDispatched(status));
    expect(cancellableStatuses).toEqual(expect.arrayContaining(before));
  });

  test.each([
    [{ reject_reason_select: '' }, 'reject_reason_select', 'Please select a valid reason'],
    [{ reject_reason_select: 'Because' }, 'reject_reason_select', 'Please select a valid reason'],
    [{ reject_reason_select: 'Other' }, 'reject_reason_input', 'Please specify your reason'],
    [{ reject_reason_select: 'Other', reject_reason_input: '  ' }, 'reject_reason_input', 'Reason cannot be empty'],
  ])('without a valid reason (%j) is refused', async (more, field, message) => {
    const id = await buyWatch();
    expect(await cancel(id, more)).toMatchObject({ httpStatus: 422, errors: { [field]: [message] } });
  });

  test('with another reason stores the customer’s own text', async () => {
    const id = await buyWatch();
    await cancel(id, { reject_reason_select: 'Other', reject_reason_input: '  Moving house ' });
    expect((await shopper.orders())[0]?.timeline[1]?.reason).toBe('Moving house');
  });

  test('returns the stock of a size to its product, unless the size is no longer on sale', async () => {
    await shopper.put(shirt.id, 1, shirt.variants['M']);
    await shopper.put(shirt.id, 2, shirt.variants['L']);
    const { order_id } = await shopper.buy('3000.00');
    await shop.change((tx) =>
      tx
        .updateTable('variant')
        .set({ active: 0 })
        .where('id', '=', shirt.variants['L'] ?? 0)
        .execute(),
    );
    const { product_stock: before } = (await shop.succeed(singleProductDetailsCall, { params: { slug: shirt.slug } })).data;
    await cancel(order_id[0] ?? 0);
    expect((await stockOf(shop, shirt.variants['M'])).variant).toBe(60);
    expect((await stockOf(shop, shirt.variants['L'])).variant).toBe(60);
    expect((await shop.succeed(singleProductDetailsCall, { params: { slug: shirt.slug } })).data.product_stock).toBe(before + 1);
  });

  test('of several sellers returns the coupon with the last order', async () => {
    const limits = { max_uses: 1, max_uses_each: null, starts_at: null, ends_at: null };
    await shop.change((tx) => addCoupon(tx, { code: 'TWO', kind: 'percent', value: 10, minimum: 0, ...limits }));
    await shopper.put(shirt.id, 1, shirt.variants['M']);
    await shopper.put(watch.id, 1);
    const { order_id } = await shopper.buy('1350.00', { coupon_code: 'TWO' });
    await cancel(order_id[0] ?? 0);
    expect(await usesOf(shop, 'TWO')).toBe(1);
    await cancel(order_id[1] ?? 0);
    expect(await usesOf(shop, 'TWO')).toBe(0);
    await shopper.put(watch.id, 1);
    await shopper.buy('450.00', { coupon_code: 'TWO' });
  });
});
