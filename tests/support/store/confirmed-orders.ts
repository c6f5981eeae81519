import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { ORDER_CONFIRMED, type OrderStatus } from '#lib/contract/order-status.ts';
import { customerOf } from './customer.ts';
import { signUp, type TestShop } from './test-store.ts';

let phone = 9_460_000_000;

interface NewOrder {
  productId: number;
  /** In rupees, such as "500.00". */
  total: string;
  variantId?: number;
  quantity?: number;
  status?: OrderStatus;
  /** What the checkout sends besides. */
  more?: object;
}

/** Places an order of a new customer and confirms it; returns its id and number, and the customer. */
export async function confirmedOrder(
  shop: TestShop,
  { productId, total, variantId, quantity = 1, status = ORDER_CONFIRMED, more = {} }: NewOrder,
) {
  const shopper = customerOf(shop, await signUp(shop, String(phone++)));
  await shopper.put(productId, quantity, variantId);
  const { order_id } = await shopper.buy(total, more);
  const id = order_id[0] ?? 0;
  const { order_number: number } = await shop.store.db
    .selectFrom('orders')
    .select('order_number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (status !== 'order has been placed') await shop.change((tx) => setOrderStatus(tx, number, status));
  return { id, number, shopper };
}
