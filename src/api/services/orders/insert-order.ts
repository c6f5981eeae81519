import type { Tx } from '#api/database/open.ts';
import type { OrderTable } from '#api/database/schema/orders.ts';
import { type CartLineRow, sumLinePrices } from '#api/services/cart/lines.ts';
import type { Address } from '#lib/contract/address.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { ORDER_PLACED, PAYMENT_PENDING } from './bulk-cancellation.ts';
import { generateOrderNumber } from './number.ts';

/** One seller's part of a checkout. */
export interface NewOrder {
  checkoutId: number;
  customerId: number;
  sellerId: number;
  address: Address;
  lines: readonly CartLineRow[];
  /** This order's share of the checkout's discount, in paise. */
  discount: number;
  paymentMethod: OrderTable['payment_method'];
  /** Whether the order waits for its payment or stands at once. */
  awaitsPayment: boolean;
  placedAt: string;
}

/** Writes one seller's order: its row, its items, the beginning of its timeline. Returns its id. */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<number> {
  const { lines, placedAt: at, awaitsPayment: waits, discount } = order;
  const price = sumLinePrices(lines);
  const status = waits ? PAYMENT_PENDING : ORDER_PLACED;
  const { id } = await tx
    .insertInto('orders')
    .values({
      order_number: await generateOrderNumber(tx),
      checkout_id: order.checkoutId,
      customer_id: order.customerId,
      seller_id: order.sellerId,
      seller_name: lines[0]?.seller_name ?? '',
      status,
      payment_method: order.paymentMethod,
      payment_status: order.paymentMethod === 'prepaid' && !waits ? 'paid' : 'pending',
      price,
      discount_amount: discount,
      final_amount: price - discount,
      quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      address: JSON.stringify(order.address),
      placed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const items = lines.map((line) => ({
    order_id: id,
    product_id: line.product_id,
    variant_id: line.variant_id,
    product_name: line.name,
    product_variation: line.product_variation,
    picture: splitPictures(line.pictures)[0] ?? '',
    quantity: line.quantity,
    price: line.price,
  }));
  await tx.insertInto('order_item').values(items).execute();
  await tx.insertInto('order_event').values({ order_id: id, status, at }).execute();
  return id;
}
