import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { addToCartCall, getCartCall } from '#lib/contract/cart.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { getOrdersCall, type Order } from '#lib/contract/orders.ts';
import { address } from './delivery-address.ts';
import type { TestShop } from './test-store.ts';

type Wish = Partial<BodyOf<typeof checkoutCall>> & { key?: string };

/** Actions of one customer of a test shop. */
export const customerOf = (shop: TestShop, token: string) => ({
  token,
  put: (product_id: number, quantity = 1, id?: number) =>
    shop.succeed(addToCartCall, { token, body: { product_id, quantity, id } }),
  cart: async () => (await shop.succeed(getCartCall, { token })).data.cart,
  orders: async (): Promise<Order[]> => (await shop.succeed(getOrdersCall, { token })).data,
  /** Checks out the cart, by default on delivery; returns any answer. */
  checkOut: (expected_total: string, { key = randomUUID(), ...more }: Wish = {}) =>
    shop.call(checkoutCall, {
      token,
      headers: { 'idempotency-key': key },
      body: { address, payment_method: 'cod', expected_total, ...more },
    }),
  /** Like `checkOut`, and throws unless it succeeds. */
  buy: async (expected_total: string, { key = randomUUID(), ...more }: Wish = {}) => {
    const options = {
      token,
      headers: { 'idempotency-key': key },
      body: { address, payment_method: 'cod', expected_total, ...more } as const,
    };
    return (await shop.succeed(checkoutCall, options)).data;
  },
});

/** Returns the stock of a variant, and the total stock of its product. */
export async function stockOf(shop: TestShop, variantId: number | undefined): Promise<{ variant: number; product: number }> {
  return shop.store.db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.stock as variant', 'product.stock as product'])
    .where('variant.id', '=', variantId ?? 0)
    .executeTakeFirstOrThrow();
}

/** Counts the current uses of a coupon. */
export async function usesOf(shop: TestShop, code: string): Promise<number> {
  const row = await shop.store.db.selectFrom('coupon').select('uses').where('code', '=', code).executeTakeFirstOrThrow();
  return row.uses;
}
