import type { Tx } from '#api/database/schema/engine.ts';
import { type CartLineRow, sumLinePrices, sumQuantities } from '#api/services/cart/lines.ts';
import type { Address } from '#lib/contract/address.ts';
import type { PaymentMethod } from '#lib/contract/fields.ts';
import { ORDER_PLACED, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';
import { generateOrderNumber } from './number.ts';
import { addTimelineEvents } from './timeline.ts';

/** One seller's order of a checkout. */
export interface NewOrder {
  checkoutId: number;
  customerId: number;
  sellerId: number;
  address: Address;
  lines: readonly CartLineRow[];
  /** This order's share of the checkout's discount, in paise. */
  discount: number;
  paymentMethod: PaymentMethod;
  /** False when the order is placed at once. */
  awaitsPayment: boolean;
  placedAt: string;
}

/** Inserts one seller's order with its items and first timeline event. Returns its id. */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<number> {
  const { lines, placedAt, awaitsPayment, discount } = order;
  const price = sumLinePrices(lines);
  const status = awaitsPayment ? PAYMENT_PENDING : ORDER_PLACED;
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
      payment_status: order.paymentMethod === 'prepaid' && !awaitsPayment ? 'paid' : 'pending',
      price,
      discount_amount: discount,
      final_amount: price - discount,
      quantity: sumQuantities(lines),
      address: JSON.stringify(order.address),
      placed_at: placedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const items = lines.map((line) => ({
    order_id: id,
    product_id: line.product_id,
    variant_id: line.variant_id,
    product_name: line.name,
    product_variation: line.product_variation,
    option_name: line.option_name,
    picture: splitPictures(line.pictures)[0] ?? '',
    quantity: line.quantity,
    price: line.price,
  }));
  await tx.insertInto('order_item').values(items).execute();
  await addTimelineEvents(tx, [id], { status, at: placedAt });
  return id;
}
