import { createHash } from 'node:crypto';
import { lockCustomer } from '#api/database/locks.ts';
import type { Tx } from '#api/database/open.ts';
import type { ParsedBodyOf, ReplyOf } from '#lib/contract/call.ts';
import type { checkout } from '#lib/contract/checkout.ts';
import { failure, soldOut, success } from '#lib/contract/messages.ts';
import { toPaise, toRupees } from '#lib/rules/money.ts';
import { keepFirstAddress } from './address.ts';
import { type CartLine, cartLines, lineProblem, totalOf } from './cart-lines.ts';
import { countUse } from './coupon-uses.ts';
import { claimCoupon } from './coupons.ts';
import { spreadDiscount } from './discount.ts';
import { countCheckout, limitCheckout, lockCheckoutKeys } from './limits/checkout-limits.ts';
import { announceOrders } from './messages-out.ts';
import { supersedePayments } from './payment-outcome.ts';
import { createPayment } from './payments.ts';
import { placeOrder } from './place-order.ts';
import { Refusal, refuseField } from './refusal.ts';
import type { Shopper } from './sessions.ts';
import { takeStock } from './stock.ts';

type CheckoutReply = ReplyOf<typeof checkout>;

/** A checkout as it was asked for. */
export interface CheckoutWish {
  shopper: Shopper;
  /** The idempotency key: a UUID in lower case. */
  key: string;
  /** As the contract parsed it. */
  body: ParsedBodyOf<typeof checkout>;
  /** The name of the provider that prepaid orders are paid through; undefined where the shop has none. */
  provider: string | undefined;
}

const fingerprint = (body: CheckoutWish['body']): string => createHash('sha256').update(JSON.stringify(body)).digest('hex');

/**
 * Claims the key for this checkout: its row's id, or the reply that the key got before. Throws a `Refusal` (409) when it was used for
 * something else.
 */
async function claimKey(tx: Tx, { shopper, key, body }: CheckoutWish, at: string): Promise<number | CheckoutReply> {
  const { customerId } = shopper;
  const bodyHash = fingerprint(body);
  const row = { customer_id: customerId, idempotency_key: key, body_hash: bodyHash, reply: '', created_at: at };
  const claimed = await tx
    .insertInto('checkout')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customer_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (claimed) return claimed.id;
  const before = await tx
    .selectFrom('checkout')
    .select(['body_hash', 'reply'])
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow();
  if (before.body_hash !== bodyHash) throw new Refusal(409, failure.checkoutKeyReused);
  return JSON.parse(before.reply) as CheckoutReply;
}

/** The lines to order. Throws a `Refusal` (409) when there are none or one cannot be had. */
async function linesToOrder(tx: Tx, customerId: number): Promise<CartLine[]> {
  const lines = await cartLines(tx, customerId);
  if (lines.length === 0) throw new Refusal(409, failure.cartEmpty);
  const problems = lines.flatMap((line) => lineProblem(line) ?? []);
  if (problems.length > 0) throw new Refusal(409, problems.length === 1 ? String(problems[0]) : problems);
  return lines;
}

/** What is ordered, once everything has been checked and taken. */
interface Basket {
  checkoutId: number;
  lines: readonly CartLine[];
  /** Paise, of all orders together. */
  discount: number;
  /** Whether the orders wait for their payment. */
  waits: boolean;
  at: string;
}

/** Writes one order per seller, each with its share of the discount. Returns their ids. */
async function placeOrders(tx: Tx, { shopper, body }: CheckoutWish, basket: Basket): Promise<number[]> {
  const { checkoutId, lines, discount, waits, at } = basket;
  const sellers = [...Map.groupBy(lines, (line) => line.seller_id)];
  const shares = spreadDiscount(
    discount,
    sellers.map(([, sellerLines]) => totalOf(sellerLines)),
  );
  const ids: number[] = [];
  for (const [i, [sellerId, sellerLines]] of sellers.entries()) {
    ids.push(
      await placeOrder(tx, {
        checkoutId,
        customerId: shopper.customerId,
        sellerId,
        address: body.address,
        lines: sellerLines,
        discount: shares[i] ?? 0,
        paymentMethod: body.payment_method,
        waits,
        at,
      }),
    );
  }
  return ids;
}

/**
 * Orders what is in the customer's cart, one order per seller, all or nothing. Cash on delivery places the orders and empties the cart;
 * prepaid orders hold their stock while they wait for their payment, and the cart stays until it has come. Orders that still waited are
 * called off: they were of the same cart. A first order leaves its address as the customer's saved one. The same key with the same body answers what it answered before. Throws a `Refusal`: 409
 * empty cart, changed total, stock that is not there, key used for another body; 422 coupon that does not hold, prepaid where there is
 * no provider; 409 where the owner's limits on checkouts are reached.
 */
export async function placeCheckout(tx: Tx, wish: CheckoutWish): Promise<CheckoutReply> {
  const { shopper, body, provider } = wish;
  const { customerId } = shopper;
  const at = new Date().toISOString();
  const buyer = { customerId, phone: shopper.customer.phone_number, address: body.address };
  const limits = await lockCheckoutKeys(tx, buyer, body.payment_method);
  await lockCustomer(tx, customerId);
  const checkoutId = await claimKey(tx, wish, at);
  if (typeof checkoutId !== 'number') return checkoutId;
  const prepaid = body.payment_method === 'prepaid';
  if (prepaid && !provider) throw refuseField('payment_method', failure.prepaidUnavailable);

  await supersedePayments(tx, customerId);
  const lines = await linesToOrder(tx, customerId);
  const price = totalOf(lines);
  const coupon = body.coupon_code?.trim() ? await claimCoupon(tx, customerId, body.coupon_code, price) : undefined;
  const discount = coupon?.discount ?? 0;
  const amount = price - discount;
  if (amount !== toPaise(body.expected_total)) throw new Refusal(409, failure.pricesChanged);
  const size = { paymentMethod: body.payment_method, lines, amount, prepaidOffered: provider !== undefined };
  await limitCheckout(tx, limits, buyer, size);
  if (coupon) await countUse(tx, coupon.couponId, checkoutId, customerId);
  const lacking = await takeStock(tx, lines);
  if (lacking) throw new Refusal(409, soldOut(lacking.name));
  await countCheckout(tx, checkoutId, buyer, body.payment_method);

  // Where a coupon covers everything there is nothing to pay.
  const waitsFor = prepaid && amount > 0 ? provider : undefined;
  const orderIds = await placeOrders(tx, wish, { checkoutId, lines, discount, waits: waitsFor !== undefined, at });
  await keepFirstAddress(tx, customerId, body.address);
  const data: CheckoutReply['data'] = { order_id: orderIds, customer: shopper.customer };
  if (waitsFor) {
    const id = await createPayment(tx, { checkoutId, customerId, provider: waitsFor, amount });
    data.payment = { id, provider: waitsFor, amount: toRupees(amount) };
  } else {
    await tx.deleteFrom('cart_line').where('customer_id', '=', customerId).execute();
    await announceOrders(tx, orderIds);
  }

  const reply: CheckoutReply = { success: true, message: waitsFor ? success.orderHeld : success.orderPlaced, data };
  await tx
    .updateTable('checkout')
    .set({ reply: JSON.stringify(reply) })
    .where('id', '=', checkoutId)
    .execute();
  return reply;
}
