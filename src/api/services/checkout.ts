import { createHash } from 'node:crypto';
import type { Address } from '#lib/contract/address.ts';
import type { ParsedBodyOf, ReplyOf } from '#lib/contract/call.ts';
import type { checkout } from '#lib/contract/checkout.ts';
import { failure, field, soldOut, success } from '#lib/contract/messages.ts';
import type { OrderStatus } from '#lib/contract/orders.ts';
import { toPaise } from '#lib/rules/money.ts';
import { splitPictures } from '#lib/rules/picture.ts';
import type { Tx } from '../database/open.ts';
import { type CartLine, cartLines, lineProblem } from './cart-lines.ts';
import { newOrderNumber } from './order-number.ts';
import { Refusal, refuseField } from './refusal.ts';
import type { Shopper } from './sessions.ts';
import { takeStock } from './stock.ts';

type Wish = ParsedBodyOf<typeof checkout>;
type CheckoutReply = ReplyOf<typeof checkout>;

const PLACED: OrderStatus = 'order has been placed';

const fingerprint = (wish: Wish): string => createHash('sha256').update(JSON.stringify(wish)).digest('hex');

const total = (lines: readonly CartLine[]): number => lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

/** The reply that this key got before. Throws a `Refusal` (409) when the key was used for something else. */
async function storedReply(tx: Tx, customerId: number, key: string, bodyHash: string): Promise<CheckoutReply | undefined> {
  const before = await tx
    .selectFrom('checkout')
    .select(['body_hash', 'reply'])
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (before && before.body_hash !== bodyHash) throw new Refusal(409, failure.checkoutKeyReused);
  return before && (JSON.parse(before.reply) as CheckoutReply);
}

/** The lines to order. Throws a `Refusal`: 409 when there are none, their total is another, or one cannot be had. */
async function linesToOrder(tx: Tx, customerId: number, expectedTotal: number): Promise<CartLine[]> {
  const lines = await cartLines(tx, customerId);
  if (lines.length === 0) throw new Refusal(409, failure.cartEmpty);
  const problems = lines.flatMap((line) => lineProblem(line) ?? []);
  if (problems.length > 0) throw new Refusal(409, problems.length === 1 ? String(problems[0]) : problems);
  if (total(lines) !== expectedTotal) throw new Refusal(409, failure.pricesChanged);
  return lines;
}

interface NewOrder {
  checkoutId: number;
  customerId: number;
  address: Address;
  lines: readonly CartLine[];
  at: string;
}

/** Writes one seller's order: its row, its items, the beginning of its timeline. Returns its id. */
async function placeOrder(tx: Tx, sellerId: number, { checkoutId, customerId, address, lines, at }: NewOrder): Promise<number> {
  const price = total(lines);
  const { id } = await tx
    .insertInto('orders')
    .values({
      order_number: await newOrderNumber(tx),
      checkout_id: checkoutId,
      customer_id: customerId,
      seller_id: sellerId,
      status: PLACED,
      payment_method: 'cod',
      payment_status: 'pending',
      price,
      discount_amount: 0,
      final_amount: price,
      quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      address: JSON.stringify(address),
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
  await tx.insertInto('order_event').values({ order_id: id, status: PLACED, at }).execute();
  return id;
}

/**
 * Orders what is in the customer's cart, one order per seller, all or nothing. The same key with the same body answers what it answered
 * before. Throws a `Refusal`: 409 empty cart, changed total, stock that is not there, key used for another body; 422 what is not
 * offered yet. Expects `wish` as the contract parsed it and `key` as a UUID.
 */
export async function placeCheckout(tx: Tx, { customerId, customer }: Shopper, key: string, wish: Wish): Promise<CheckoutReply> {
  const bodyHash = fingerprint(wish);
  const before = await storedReply(tx, customerId, key, bodyHash);
  if (before) return before;
  if (wish.payment_method === 'prepaid') throw refuseField('payment_method', failure.prepaidUnavailable);
  if (wish.coupon_code?.trim()) throw refuseField('coupon_code', field.couponInvalid);

  const lines = await linesToOrder(tx, customerId, toPaise(wish.expected_total));
  for (const line of lines) {
    if (!(await takeStock(tx, line.product_id, line.variant_id, line.quantity))) throw new Refusal(409, soldOut(line.name));
  }

  const at = new Date().toISOString();
  const row = { customer_id: customerId, idempotency_key: key, body_hash: bodyHash, reply: '', created_at: at };
  const { id: checkoutId } = await tx.insertInto('checkout').values(row).returning('id').executeTakeFirstOrThrow();
  const orderIds: number[] = [];
  for (const [sellerId, sellerLines] of Map.groupBy(lines, (line) => line.seller_id)) {
    orderIds.push(await placeOrder(tx, sellerId, { checkoutId, customerId, address: wish.address, lines: sellerLines, at }));
  }
  await tx.deleteFrom('cart_line').where('customer_id', '=', customerId).execute();

  const reply: CheckoutReply = { success: true, message: success.orderPlaced, data: { order_id: orderIds, customer } };
  await tx
    .updateTable('checkout')
    .set({ reply: JSON.stringify(reply) })
    .where('id', '=', checkoutId)
    .execute();
  return reply;
}
