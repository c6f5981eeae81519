import { randomUUID } from 'node:crypto';
import { addToCartCall } from '#lib/contract/cart.ts';
import { checkoutCall } from '#lib/contract/checkout.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { newMobile } from '#tests/support/store/accounts.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { signUp, type TestShop } from '#tests/support/store/test-store.ts';

/** A valid request of a call, and what an owner gets as its answer; 200 by default. */
export interface Example {
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  status?: number;
}

/** What examples name: an order that is new, unless another call has changed it. */
export interface ExampleShop {
  shop: TestShop;
  product: AddedProduct;
  order: { id: number; number: string };
}

/** Whose data no answer to a stranger may have. */
export const customerAddress = {
  email: 'meenakshi@example.com',
  firstname: 'Meenakshi',
  lastname: 'Venkataraghavan',
  phone_number: '9444000111',
  address: '77 Hidden Lane',
  pincode: '600004',
  city: 'Chennai',
  state: 'Tamil Nadu',
};

/** Places an order on delivery as a new customer. */
export async function placeOrder(shop: TestShop, product: AddedProduct): Promise<ExampleShop['order']> {
  const token = await signUp(shop, newMobile());
  await shop.succeed(addToCartCall, { token, body: { product_id: product.id, quantity: 2 } });
  const body = { address: customerAddress, payment_method: 'cod' as const, expected_total: '1000.00' };
  await shop.succeed(checkoutCall, { token, headers: { 'idempotency-key': randomUUID() }, body });
  const [order] = (await shop.succeed(getOrdersCall, { token })).data;
  if (!order) throw new Error('The checkout has placed no order');
  return { id: order.order_id, number: order.order_number };
}

/** One valid request of each call of the admin pages, by its name. */
export const callExamples: Record<string, (world: ExampleShop) => Example> = {
  adminSelf: () => ({}),
  adminOpenApi: () => ({}),
};
