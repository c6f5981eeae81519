import { isRefused } from '#lib/client/request.ts';
import { getCartCall } from '#lib/contract/cart.ts';
import { getOrdersCall } from '#lib/contract/orders.ts';
import { callStore } from '#lib/state/calls/call-store.ts';

/** The ids of the customer's orders, and whether the store's cart is empty; undefined where either cannot be read. */
export async function readPlaced(): Promise<{ orders: number[]; isCartEmpty: boolean } | undefined> {
  const [orders, cart] = await Promise.all([callStore(getOrdersCall), callStore(getCartCall)]);
  if (!orders || !cart || isRefused(orders) || isRefused(cart)) return undefined;
  return { orders: orders.data.map(({ order_id }) => order_id), isCartEmpty: cart.data.cart.length === 0 };
}
