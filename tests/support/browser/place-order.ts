import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import type { Order } from '#lib/contract/orders.ts';
import { toPaise, toRupees } from '#lib/rules/money.ts';
import { addToServerCart, apiData, deliveryAddress, type Session } from './customer.ts';
import type { ShopAddress } from './shop-server.ts';

export interface OrderLine {
  slug: string;
  size?: string;
  quantity?: number;
}

interface Payment {
  payment_method?: 'cod' | 'prepaid';
  coupon_code?: string;
}

interface CartRow {
  quantity: number;
  final_price: string;
  selected_variant: { final_price: string } | null;
}

/** Places an order through the API, as the checkout does; resolves to the orders, one per seller. */
export async function placeOrder(
  shop: ShopAddress,
  { token, customer }: Session,
  wanted: readonly OrderLine[],
  { payment_method = 'cod', coupon_code }: Payment = {},
): Promise<Order[]> {
  for (const { slug, size, quantity } of wanted) await addToServerCart(shop, token, slug, size, quantity);
  const { cart } = await apiData<{ cart: CartRow[] }>(shop, '/customer/cart', undefined, token);
  const amount = cart.reduce((sum, row) => sum + toPaise(row.selected_variant?.final_price ?? row.final_price) * row.quantity, 0);
  const discount = coupon_code
    ? (await apiData<{ coupon: { discount_amount: string } }>(shop, '/apply-coupon', { coupon_code }, token)).coupon
        .discount_amount
    : '0.00';
  const { alt_phone_number: _, ...contact } = customer;
  const response = await fetch(`${shop.apiUrl}/checkout`, {
    method: 'POST',
    headers: {
      'x-app-key': 'demo-key',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      address: { ...contact, ...deliveryAddress },
      payment_method,
      ...(coupon_code && { coupon_code }),
      expected_total: toRupees(amount - toPaise(discount)),
    }),
  });
  const reply = (await response.json()) as { success: boolean; data: { order_id: number[] } };
  if (!reply.success) throw new Error(`The order was refused: ${JSON.stringify(reply)}`);
  const orders = await apiData<Order[]>(shop, '/customer/orders', undefined, token);
  return orders.filter(({ order_id }) => reply.data.order_id.includes(order_id));
}

/** Presses the button that places the order once its bar shows `total`, such as "₹998.00". */
export async function pressPlaceOrder(page: Page, total: string): Promise<void> {
  const bar = page.locator('.place-bar');
  await bar.filter({ hasText: total }).waitFor();
  await bar.locator('.button.primary').click();
}
