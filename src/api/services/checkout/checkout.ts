import { createHash } from 'node:crypto';
import { lockCustomer } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { deferWrites } from '#api/database/transaction-hooks.ts';
import { insertFirstAddress } from '#api/services/accounts/address.ts';
import { type CartLineRow, getLineProblem, readCartLines, sumLinePrices } from '#api/services/cart/read-cart-lines.ts';
import { deductStock } from '#api/services/catalogue/stock.ts';
import { claimCoupon } from '#api/services/coupons/check-coupon.ts';
import { recordCouponUse } from '#api/services/coupons/uses.ts';
import { withKnownState } from '#api/services/invoices/gst-state-codes.ts';
import { readLimitsOnce } from '#api/services/limits/store-limits.ts';
import { notifyOfPlacedOrders } from '#api/services/orders/customer-mails-and-sms.ts';
import { insertOrders, type NewOrder } from '#api/services/orders/insert-order.ts';
import { createPayment, PAYMENT_HOLD_MS, UNPROVEN_HOLD_MS } from '#api/services/payment-records/payments.ts';
import { cancelUnpaidPayments } from '#api/services/payments/expire-holds.ts';
import { formatPayLink } from '#api/services/payments/link-payments.ts';
import { MIN_AMOUNT } from '#api/services/payments/provider-interface.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import type { Shopper } from '#api/services/sessions/sessions.ts';
import type { GuardedRule } from '#api/services/shipping/guard-rule.ts';
import { type AskedRule, askRule, estimateArrival, refuseCod, requireDelivery } from '#api/services/shipping/quote-delivery.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { Address } from '#lib/contract/address.ts';
import type { ParsedBodyOf, ReplyOf } from '#lib/contract/calls/define-call.ts';
import type { checkoutCall } from '#lib/contract/checkout.ts';
import { failure, prepaidTooLittle, soldOut } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { paymentMethods } from '#lib/contract/payment-methods.ts';
import type { OrderMessage } from '#lib/contract/store.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { toPaise, toRupees } from '#lib/rules/money.ts';
import { type Amounts, calculateTotals, splitTotals, toPrepaidOffer } from '#lib/rules/totals.ts';
import { enforceCheckoutLimits, lockCheckoutKeys } from './enforce-limits.ts';
import { type CheckoutOrigin, insertCheckoutKeys, toBuyer } from './limit-keys.ts';

type CheckoutReply = ReplyOf<typeof checkoutCall>;

export interface CheckoutRequest {
  shopper: Shopper;
  /** The idempotency key: a UUID in lower case. */
  key: string;
  body: ParsedBodyOf<typeof checkoutCall>;
  /** Name of the payment provider; undefined when the shop takes cash on delivery only. */
  provider: string | undefined;
  /** What order numbers begin with; the default if undefined. */
  orderPrefix?: string | undefined;
  origin: CheckoutOrigin;
  /** The messages about orders that the shop can send; none if undefined. */
  sends?: Readonly<Record<OrderMessage, boolean>> | undefined;
  /** What the shop's rule says of the cart (`askAboutCart`); undefined in a shop without one. */
  askedRule?: AskedRule | undefined;
  /** Set when staff order for a caller: without limits, at any total if none is expected, and at places without cash on delivery if it is paid ahead. */
  byStaff?: { takesAnyPlace: boolean };
}

const hashBody = (body: CheckoutRequest['body']): string => createHash('sha256').update(JSON.stringify(body)).digest('hex');

/**
 * Claims the idempotency key of a locked customer. Returns the id of the new checkout, or the stored reply of an earlier checkout with this
 * key. Throws a `Refusal` (409) when the key was used for another body.
 */
async function claimIdempotencyKey(
  tx: Tx,
  { shopper: { customerId }, key, body }: CheckoutRequest,
  at: string,
): Promise<{ checkoutId: number } | { earlierReply: CheckoutReply }> {
  const bodyHash = hashBody(body);
  const claimed = await tx
    .insertInto('checkout')
    .values({ customer_id: customerId, idempotency_key: key, body_hash: bodyHash, reply: '', created_at: at })
    .onConflict((conflict) => conflict.columns(['customer_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (claimed) return { checkoutId: claimed.id };
  const earlier = await tx
    .selectFrom('checkout')
    .select(['body_hash', 'reply'])
    .where('customer_id', '=', customerId)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow();
  if (earlier.body_hash !== bodyHash) throw new Refusal(409, failure.checkoutKeyReused);
  return { earlierReply: JSON.parse(earlier.reply) as CheckoutReply };
}

/** Reads the cart lines to order, at the prices of that time. Throws a `Refusal` (409) when there are none or one is not available. */
async function readOrderableLines(tx: Tx, customerId: number, at: string): Promise<CartLineRow[]> {
  const lines = await readCartLines(tx, customerId, at);
  if (lines.length === 0) throw new Refusal(409, failure.cartEmpty);
  const problems = lines.flatMap((line) => getLineProblem(line) ?? []);
  if (problems.length > 0) throw new Refusal(409, problems.length === 1 ? String(problems[0]) : problems);
  return lines;
}

/** Asks the shop's rule about a customer's cart, before the transaction of its checkout; undefined in a shop without a rule. */
export const askAboutCart = async (
  db: Db,
  rule: GuardedRule | undefined,
  customerId: number,
  pincode: string,
): Promise<AskedRule | undefined> => rule && askRule(rule, pincode, await readCartLines(db, customerId));

interface CheckoutLines {
  checkoutId: number;
  lines: readonly CartLineRow[];
  totals: Amounts;
  awaitsPayment: boolean;
  placedAt: string;
  deliverBy: string | undefined;
}

/** One order per seller, each with its share of discount and charges. */
function splitBySeller({ shopper, body }: CheckoutRequest, address: Address, contents: CheckoutLines): NewOrder[] {
  const { checkoutId, lines, totals, awaitsPayment, placedAt, deliverBy } = contents;
  const sellers = [...Map.groupBy(lines, (line) => line.seller_id)];
  const shares = splitTotals(
    totals,
    sellers.map(([, sellerLines]) => sumLinePrices(sellerLines)),
  );
  return sellers.map(([sellerId, sellerLines], i) => ({
    checkoutId,
    customerId: shopper.customerId,
    sellerId,
    address,
    lines: sellerLines,
    totals: shares[i] ?? totals,
    paymentMethod: body.payment_method,
    awaitsPayment,
    placedAt,
    deliverBy,
    note: body.note,
  }));
}

/**
 * Orders the customer's cart, one order per seller, all or nothing. Idempotent: the same key and body get the stored reply.
 *
 * - Cash on delivery places the orders and empties the cart. Prepaid orders hold their stock, and the cart keeps its lines until they are
 *   paid.
 * - Earlier unpaid orders, which were of the same cart, are cancelled.
 * - The address becomes the customer's saved address if there is none.
 *
 * Throws a `Refusal`: 409 empty cart, changed cart or total, no cash on delivery there, unavailable stock, key reused for another body, checkout limit reached; 422 unknown State, pincode
 * that is not served, invalid coupon, prepaid without a provider or below its minimum.
 */
export async function placeCheckout(tx: Tx, request: CheckoutRequest): Promise<CheckoutReply> {
  const { shopper, body, provider, origin, sends, byStaff } = request;
  const { customerId } = shopper;
  const at = isoNow();
  const buyer = toBuyer(shopper, body.address, origin);
  const hasCoupon = Boolean(body.coupon_code?.trim());
  await lockCustomer(tx, customerId);
  const claim = await claimIdempotencyKey(tx, request, at);
  if ('earlierReply' in claim) return claim.earlierReply;
  const { checkoutId } = claim;
  const address = withKnownState(body.address);
  const limits = await readLimitsOnce(tx);
  if (!byStaff) await lockCheckoutKeys(tx, limits, buyer, hasCoupon ? paymentMethods : [body.payment_method]);
  const settings = await readSettings(tx);
  const prepaid = body.payment_method === 'prepaid';
  if (prepaid && !provider) throw refuseField('payment_method', failure.prepaidUnavailable);

  // They hold stock of the same cart.
  await cancelUnpaidPayments(tx, customerId);
  const lines = await readOrderableLines(tx, customerId, at);
  const items = sumLinePrices(lines);
  const coupon = body.coupon_code && hasCoupon ? await claimCoupon(tx, customerId, body.coupon_code, items) : undefined;
  const delivery = await requireDelivery(tx, address.pincode, lines, settings.shipping, request.askedRule);
  const { charges } = delivery;
  const totals = calculateTotals({
    items,
    discount: coupon?.discount ?? 0,
    prepaidOffer: toPrepaidOffer(settings.prepaid_discount),
    paymentMethod: body.payment_method,
    charges,
  });
  const amount = totals.total;
  const isAnyTotal = byStaff !== undefined && body.expected_total === '';
  if (!isAnyTotal && amount !== toPaise(body.expected_total)) throw new Refusal(409, failure.pricesChanged);
  const noCod =
    !prepaid && amount > 0 && !byStaff?.takesAnyPlace ? refuseCod(delivery, lines, provider !== undefined) : undefined;
  if (noCod) throw new Refusal(409, noCod, { code: 'cod_limit' });
  if (prepaid && amount > 0 && amount < MIN_AMOUNT) throw refuseField('payment_method', prepaidTooLittle);
  // Free orders cost their buyer nothing, as unpaid ones on delivery do.
  const limitedAs = amount > 0 ? body.payment_method : 'cod';
  const contents = { paymentMethod: limitedAs, lines, amount, prepaidOffered: provider !== undefined && amount > 0 };
  if (!byStaff) await enforceCheckoutLimits(tx, limits, buyer, contents);
  if (coupon) await recordCouponUse(tx, coupon.couponId, checkoutId, customerId);
  const unavailableLine = await deductStock(tx, lines);
  if (unavailableLine) throw new Refusal(409, soldOut(unavailableLine.name));

  // A coupon may cover the whole amount; then there is nothing to pay.
  const paymentProviderName = prepaid && amount > 0 ? provider : undefined;
  const awaitsPayment = paymentProviderName !== undefined;
  const deliverBy = await estimateArrival(tx, delivery);
  const newOrders = splitBySeller(request, address, { checkoutId, lines, totals, awaitsPayment, placedAt: at, deliverBy });
  const { orders, writes } = await insertOrders(tx, newOrders, request.orderPrefix);
  const data: CheckoutReply['data'] = { order_id: orders.map(({ row }) => row.id), customer: shopper.customer };
  if (paymentProviderName) {
    const holdMs = buyer.isProven ? PAYMENT_HOLD_MS : UNPROVEN_HOLD_MS;
    const id = await createPayment(tx, { checkoutId, customerId, provider: paymentProviderName, amount, holdMs });
    data.payment = { id, provider: paymentProviderName, amount: toRupees(amount) };
  } else {
    const links = provider && !prepaid && amount > 0 ? orders.map(({ row }) => formatPayLink(row.order_number, request.key)) : [];
    const isMailed = await notifyOfPlacedOrders(tx, orders, settings, links);
    data.notified = { ...(isMailed && sends?.mail && { email: true }), ...(sends?.sms && { sms: true }) };
  }

  const reply: CheckoutReply = { success: true, message: awaitsPayment ? success.orderHeld : success.orderPlaced, data };
  deferWrites(tx, 'checkout', () => [
    ...writes,
    ...(byStaff ? [] : [insertCheckoutKeys(tx, checkoutId, buyer, limitedAs)]),
    insertFirstAddress(tx, customerId, address),
    ...(awaitsPayment ? [] : [tx.deleteFrom('cart_line').where('customer_id', '=', customerId)]),
    // A later cancellation of a part needs the charges.
    tx
      .updateTable('checkout')
      .set({ reply: JSON.stringify(reply), shipping_charge: charges.shipping, free_shipping_from: charges.freeFrom })
      .where('id', '=', checkoutId),
  ]);
  return reply;
}
