import { createHash } from 'node:crypto';
import { lockCustomer } from '#api/database/locks.ts';
import type { Tx } from '#api/database/open.ts';
import { insertFirstAddress } from '#api/services/accounts/address.ts';
import { type CartLineRow, getLineProblem, readCartLines, sumLinePrices } from '#api/services/cart/lines.ts';
import { deductStock } from '#api/services/catalogue/stock.ts';
import { claimCoupon } from '#api/services/coupons/coupons.ts';
import { spreadDiscount } from '#api/services/coupons/discount.ts';
import { recordCouponUse } from '#api/services/coupons/uses.ts';
import { insertOrder } from '#api/services/orders/insert-order.ts';
import { notifyOrdersPlaced } from '#api/services/orders/notifications.ts';
import { cancelUnpaidPayments } from '#api/services/orders/settlement.ts';
import { createPayment } from '#api/services/payments/payments.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import type { Shopper } from '#api/services/sessions/sessions.ts';
import type { ParsedBodyOf, ReplyOf } from '#lib/contract/call.ts';
import type { checkoutCall } from '#lib/contract/checkout.ts';
import { failure, soldOut, success } from '#lib/contract/texts.ts';
import { toPaise, toRupees } from '#lib/rules/money.ts';
import { enforceCheckoutLimits, lockCheckoutKeys, recordCheckoutKeys } from './limits.ts';

type CheckoutReply = ReplyOf<typeof checkoutCall>;

/** A checkout as it was asked for. */
export interface CheckoutRequest {
  shopper: Shopper;
  /** The idempotency key: a UUID in lower case. */
  key: string;
  /** As the contract parsed it. */
  body: ParsedBodyOf<typeof checkoutCall>;
  /** The name of the provider that prepaid orders are paid through; undefined where the shop has none. */
  provider: string | undefined;
}

const fingerprint = (body: CheckoutRequest['body']): string => createHash('sha256').update(JSON.stringify(body)).digest('hex');

/**
 * Claims the key for this checkout: its row's id, or the reply that the key got before. Throws a `Refusal` (409) when it was used for
 * something else.
 */
async function claimKey(tx: Tx, { shopper, key, body }: CheckoutRequest, at: string): Promise<number | CheckoutReply> {
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
async function linesToOrder(tx: Tx, customerId: number): Promise<CartLineRow[]> {
  const lines = await readCartLines(tx, customerId);
  if (lines.length === 0) throw new Refusal(409, failure.cartEmpty);
  const problems = lines.flatMap((line) => getLineProblem(line) ?? []);
  if (problems.length > 0) throw new Refusal(409, problems.length === 1 ? String(problems[0]) : problems);
  return lines;
}

/** What is ordered, once everything has been checked and taken. */
interface Basket {
  checkoutId: number;
  lines: readonly CartLineRow[];
  /** Paise, of all orders together. */
  discount: number;
  /** Whether the orders wait for their payment. */
  awaitsPayment: boolean;
  placedAt: string;
}

/** Writes one order per seller, each with its share of the discount. Returns their ids. */
async function placeOrders(tx: Tx, { shopper, body }: CheckoutRequest, basket: Basket): Promise<number[]> {
  const { checkoutId, lines, discount, awaitsPayment: waits, placedAt: at } = basket;
  const sellers = [...Map.groupBy(lines, (line) => line.seller_id)];
  const shares = spreadDiscount(
    discount,
    sellers.map(([, sellerLines]) => sumLinePrices(sellerLines)),
  );
  const ids: number[] = [];
  for (const [i, [sellerId, sellerLines]] of sellers.entries()) {
    ids.push(
      await insertOrder(tx, {
        checkoutId,
        customerId: shopper.customerId,
        sellerId,
        address: body.address,
        lines: sellerLines,
        discount: shares[i] ?? 0,
        paymentMethod: body.payment_method,
        awaitsPayment: waits,
        placedAt: at,
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
export async function placeCheckout(tx: Tx, wish: CheckoutRequest): Promise<CheckoutReply> {
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

  await cancelUnpaidPayments(tx, customerId);
  const lines = await linesToOrder(tx, customerId);
  const price = sumLinePrices(lines);
  const coupon = body.coupon_code?.trim() ? await claimCoupon(tx, customerId, body.coupon_code, price) : undefined;
  const discount = coupon?.discount ?? 0;
  const amount = price - discount;
  if (amount !== toPaise(body.expected_total)) throw new Refusal(409, failure.pricesChanged);
  const size = { paymentMethod: body.payment_method, lines, amount, prepaidOffered: provider !== undefined };
  await enforceCheckoutLimits(tx, limits, buyer, size);
  if (coupon) await recordCouponUse(tx, coupon.couponId, checkoutId, customerId);
  const lacking = await deductStock(tx, lines);
  if (lacking) throw new Refusal(409, soldOut(lacking.name));
  await recordCheckoutKeys(tx, checkoutId, buyer, body.payment_method);

  // Where a coupon covers everything there is nothing to pay.
  const waitsFor = prepaid && amount > 0 ? provider : undefined;
  const orderIds = await placeOrders(tx, wish, {
    checkoutId,
    lines,
    discount,
    awaitsPayment: waitsFor !== undefined,
    placedAt: at,
  });
  await insertFirstAddress(tx, customerId, body.address);
  const data: CheckoutReply['data'] = { order_id: orderIds, customer: shopper.customer };
  if (waitsFor) {
    const id = await createPayment(tx, { checkoutId, customerId, provider: waitsFor, amount });
    data.payment = { id, provider: waitsFor, amount: toRupees(amount) };
  } else {
    await tx.deleteFrom('cart_line').where('customer_id', '=', customerId).execute();
    await notifyOrdersPlaced(tx, orderIds);
  }

  const reply: CheckoutReply = { success: true, message: waitsFor ? success.orderHeld : success.orderPlaced, data };
  await tx
    .updateTable('checkout')
    .set({ reply: JSON.stringify(reply) })
    .where('id', '=', checkoutId)
    .execute();
  return reply;
}
