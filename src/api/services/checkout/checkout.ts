import { createHash } from 'node:crypto';
import { lockCustomer } from '#api/database/locks.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { insertFirstAddress } from '#api/services/accounts/address.ts';
import { type CartLineRow, getLineProblem, readCartLines, sumLinePrices } from '#api/services/cart/lines.ts';
import { deductStock } from '#api/services/catalogue/stock.ts';
import { claimCoupon } from '#api/services/coupons/coupons.ts';
import { recordCouponUse } from '#api/services/coupons/uses.ts';
import { insertOrder } from '#api/services/orders/insert-order.ts';
import { notifyOrdersPlaced } from '#api/services/orders/notifications.ts';
import { cancelUnpaidPayments } from '#api/services/orders/settlement.ts';
import { createPayment } from '#api/services/payments/payments.ts';
import { MIN_AMOUNT } from '#api/services/payments/provider.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import type { Shopper } from '#api/services/sessions/sessions.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { ParsedBodyOf, ReplyOf } from '#lib/contract/call.ts';
import type { checkoutCall } from '#lib/contract/checkout.ts';
import { paymentMethods } from '#lib/contract/fields.ts';
import { failure, prepaidTooLittle, soldOut, success } from '#lib/contract/texts.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { toPaise, toRupees } from '#lib/rules/money.ts';
import { type Amounts, calculateTotals, splitTotals, toCharges } from '#lib/rules/totals.ts';
import { recordCheckoutKeys } from './keys.ts';
import { enforceCheckoutLimits, lockCheckoutKeys } from './limits.ts';

type CheckoutReply = ReplyOf<typeof checkoutCall>;

/** A checkout request. */
export interface CheckoutRequest {
  shopper: Shopper;
  /** The idempotency key: a UUID in lower case. */
  key: string;
  /** Parsed by the contract. */
  body: ParsedBodyOf<typeof checkoutCall>;
  /** Name of the payment provider; undefined when the shop takes cash on delivery only. */
  provider: string | undefined;
}

const hashBody = (body: CheckoutRequest['body']): string => createHash('sha256').update(JSON.stringify(body)).digest('hex');

/**
 * Claims the idempotency key. Returns the new checkout's id, or the stored reply of an earlier checkout with this key. Throws a `Refusal`
 * (409) when the key was used for another body.
 */
async function claimIdempotencyKey(tx: Tx, { shopper, key, body }: CheckoutRequest, at: string): Promise<number | CheckoutReply> {
  const { customerId } = shopper;
  const bodyHash = hashBody(body);
  const row = { customer_id: customerId, idempotency_key: key, body_hash: bodyHash, reply: '', created_at: at };
  const claimed = await tx
    .insertInto('checkout')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customer_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (claimed) return claimed.id;
  const earlier = await tx
    .selectFrom('checkout')
    .select(['body_hash', 'reply'])
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow();
  if (earlier.body_hash !== bodyHash) throw new Refusal(409, failure.checkoutKeyReused);
  return JSON.parse(earlier.reply) as CheckoutReply;
}

/** Reads the cart lines to order. Throws a `Refusal` (409) when there are none or one is not available. */
async function readOrderableLines(tx: Tx, customerId: number): Promise<CartLineRow[]> {
  const lines = await readCartLines(tx, customerId);
  if (lines.length === 0) throw new Refusal(409, failure.cartEmpty);
  const problems = lines.flatMap((line) => getLineProblem(line) ?? []);
  if (problems.length > 0) throw new Refusal(409, problems.length === 1 ? String(problems[0]) : problems);
  return lines;
}

/** The checked contents of a checkout, with stock and coupon claimed. */
interface CheckoutLines {
  checkoutId: number;
  lines: readonly CartLineRow[];
  /** Totals of all orders together. */
  totals: Amounts;
  awaitsPayment: boolean;
  placedAt: string;
}

/** Inserts one order per seller, each with its share of discount and charges. Returns their ids. */
async function insertOrders(tx: Tx, { shopper, body }: CheckoutRequest, contents: CheckoutLines): Promise<number[]> {
  const { checkoutId, lines, totals, awaitsPayment, placedAt } = contents;
  const sellers = [...Map.groupBy(lines, (line) => line.seller_id)];
  const shares = splitTotals(
    totals,
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
        totals: shares[i] ?? totals,
        paymentMethod: body.payment_method,
        awaitsPayment,
        placedAt,
      }),
    );
  }
  return ids;
}

/**
 * Orders the customer's cart, one order per seller, all or nothing. Idempotent: the same key and body get the stored reply.
 *
 * - Cash on delivery places the orders and empties the cart. Prepaid orders hold their stock, and the cart keeps its lines until they are
 *   paid.
 * - Earlier unpaid orders, which were of the same cart, are cancelled.
 * - The address becomes the customer's saved address if there is none.
 *
 * Throws a `Refusal`: 409 empty cart, changed total, unavailable stock, key reused for another body, checkout limit reached; 422 invalid
 * coupon, prepaid without a provider or below its minimum.
 */
export async function placeCheckout(tx: Tx, request: CheckoutRequest): Promise<CheckoutReply> {
  const { shopper, body, provider } = request;
  const { customerId } = shopper;
  const at = isoNow();
  const buyer = { customerId, phone: shopper.customer.phone_number, address: body.address };
  const hasCoupon = Boolean(body.coupon_code?.trim());
  const limits = await lockCheckoutKeys(tx, buyer, hasCoupon ? paymentMethods : [body.payment_method]);
  await lockCustomer(tx, customerId);
  const checkoutId = await claimIdempotencyKey(tx, request, at);
  if (typeof checkoutId !== 'number') return checkoutId;
  const prepaid = body.payment_method === 'prepaid';
  if (prepaid && !provider) throw refuseField('payment_method', failure.prepaidUnavailable);

  await cancelUnpaidPayments(tx, customerId);
  const lines = await readOrderableLines(tx, customerId);
  const items = sumLinePrices(lines);
  const coupon = body.coupon_code && hasCoupon ? await claimCoupon(tx, customerId, body.coupon_code, items) : undefined;
  const totals = calculateTotals({
    items,
    discount: coupon?.discount ?? 0,
    paymentMethod: body.payment_method,
    charges: toCharges((await readSettings(tx)).shipping),
  });
  const amount = totals.total;
  if (amount !== toPaise(body.expected_total)) throw new Refusal(409, failure.pricesChanged);
  if (prepaid && amount > 0 && amount < MIN_AMOUNT) throw refuseField('payment_method', prepaidTooLittle);
  // Free orders cost their buyer nothing, as unpaid ones on delivery do.
  const limitedAs = amount > 0 ? body.payment_method : 'cod';
  const contents = { paymentMethod: limitedAs, lines, amount, prepaidOffered: provider !== undefined && amount > 0 };
  await enforceCheckoutLimits(tx, limits, buyer, contents);
  if (coupon) await recordCouponUse(tx, coupon.couponId, checkoutId, customerId);
  const unavailableLine = await deductStock(tx, lines);
  if (unavailableLine) throw new Refusal(409, soldOut(unavailableLine.name));
  await recordCheckoutKeys(tx, checkoutId, buyer, limitedAs);

  // A coupon may cover the whole amount; then there is nothing to pay.
  const paymentProviderName = prepaid && amount > 0 ? provider : undefined;
  const orderIds = await insertOrders(tx, request, {
    checkoutId,
    lines,
    totals,
    awaitsPayment: paymentProviderName !== undefined,
    placedAt: at,
  });
  await insertFirstAddress(tx, customerId, body.address);
  const data: CheckoutReply['data'] = { order_id: orderIds, customer: shopper.customer };
  if (paymentProviderName) {
    const id = await createPayment(tx, { checkoutId, customerId, provider: paymentProviderName, amount });
    data.payment = { id, provider: paymentProviderName, amount: toRupees(amount) };
  } else {
    await tx.deleteFrom('cart_line').where('customer_id', '=', customerId).execute();
    await notifyOrdersPlaced(tx, orderIds);
  }

  const reply: CheckoutReply = { success: true, message: paymentProviderName ? success.orderHeld : success.orderPlaced, data };
  await tx
    .updateTable('checkout')
    .set({ reply: JSON.stringify(reply) })
    .where('id', '=', checkoutId)
    .execute();
  return reply;
}
