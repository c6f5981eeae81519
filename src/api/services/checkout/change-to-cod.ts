import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { readLimitsOnce } from '#api/services/limits/store-limits.ts';
import { addressOf } from '#api/services/order-address.ts';
import { readOrderUnits } from '#api/services/orders/order-units.ts';
import { findPayment, lockPayment, readPaymentOrders } from '#api/services/payment-records/payments.ts';
import { placeHeldOrders, reserveForPlacement } from '#api/services/payments/settle-payment.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { Shopper } from '#api/services/sessions/sessions.ts';
import type { DeliveryLine, GuardedRule } from '#api/services/shipping/guard-rule.ts';
import { type AskedRule, askRule, findDelivery, refuseCod } from '#api/services/shipping/quote-delivery.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { codFeeIsNow, failure } from '#lib/contract/messages/failures.ts';
import { codFeeFor } from '#lib/rules/charges.ts';
import { formatPaise, toPaise } from '#lib/rules/money.ts';
import { splitAmount } from '#lib/rules/totals.ts';
import { enforceCheckoutLimits, lockCheckoutKeys } from './enforce-limits.ts';
import { type CheckoutOrigin, replaceCheckoutKeys, toBuyer } from './limit-keys.ts';

/** Whether a customer has changed a payment's orders to cash on delivery. */
const isOnDelivery = (orders: readonly { payment_method: string }[]): boolean =>
  orders.every(({ payment_method }) => payment_method === 'cod');

/** What the shopper saw, in rupees; other store clients may not send it. */
interface Expected {
  fee?: string | undefined;
  total?: string | undefined;
}

/** Throws a `Refusal` (409) when fee or total differ from what the shopper saw. */
function requireExpected({ payable, codFee }: CodQuote, { fee, total }: Expected): void {
  if (fee !== undefined && codFee !== toPaise(fee))
    throw new Refusal(409, codFeeIsNow(formatPaise(codFee)), { code: 'total_changed' });
  if (total !== undefined && payable + codFee !== toPaise(total))
    throw new Refusal(409, failure.totalChanged, { code: 'total_changed' });
}

/**
 * Changes the orders of an unpaid payment to cash on delivery and places them, also after the hold has ended if everything is still
 * available at the same price. Money that arrives online later is refunded. Idempotent; a payment that was made meanwhile stays paid. Throws
 * a `Refusal`: 404 unknown payment, 409 replaced or cancelled order, changed prices, another fee or total than expected, ended coupon,
 * unavailable items, no cash on delivery there, limit of cash on delivery reached.
 */
export async function changeToPayOnDelivery(
  tx: Tx,
  shopper: Shopper,
  paymentId: string,
  { origin, expected = {}, asked }: { origin: CheckoutOrigin; expected?: Expected; asked?: AskedRule | undefined },
): Promise<PaymentTable> {
  const { customerId } = shopper;
  const [order] = await readPaymentOrders(tx, await findPayment(tx, paymentId, customerId));
  const buyer = toBuyer(shopper, addressOf(order ?? { address: '{}' }), origin);
  const payment = await lockPayment(tx, paymentId);
  const limits = await readLimitsOnce(tx);
  await lockCheckoutKeys(tx, limits, buyer, ['cod']);
  const orders = await readPaymentOrders(tx, payment);
  if (payment.status === 'paid' || isOnDelivery(orders)) return payment;
  const ids = orders.map(({ id }) => id);
  const problem = await reserveForPlacement(tx, payment, ids);
  if (problem) throw new Refusal(409, problem);
  const ask = async () => asked;
  const quote = await quoteCod(tx, ids, ask);
  requireExpected(quote, expected);
  const { payable, refusal } = quote;
  if (payable > 0 && refusal) throw new Refusal(409, refusal, { code: 'cod_limit' });
  const amount = await changeToCod(tx, ids, ask);
  await enforceCheckoutLimits(tx, limits, buyer, {
    paymentMethod: 'cod',
    lines: await readOrderUnits(tx, ids),
    amount,
    prepaidOffered: true,
  });
  await replaceCheckoutKeys(tx, payment.checkout_id, buyer, 'cod');
  await placeHeldOrders(tx, customerId, ids, { payment_method: 'cod', payment_status: 'pending' });
  return tx
    .updateTable('payment')
    .set({ status: 'abandoned', is_cancelled: 1 })
    .where('id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What orders of one checkout cost when they are paid on delivery, in paise. */
export interface CodQuote {
  /** Without the fee and the discount for paying ahead. */
  payable: number;
  codFee: number;
  /** Why they cannot be paid on delivery, as a sentence for the shopper; undefined when they can. */
  refusal: string | undefined;
  isByPincode: boolean;
}

/** Gets what the shop's rule says about the lines of orders; undefined in a shop without one. */
type AskAboutOrders = (pincode: string, lines: readonly DeliveryLine[]) => Promise<AskedRule | undefined>;

const askNobody: AskAboutOrders = async () => undefined;

const readPincode = (rows: readonly { address: string }[]): string => addressOf(rows[0] ?? { address: '{}' }).pincode;

/** Asks the shop's rule about the unpaid orders of a payment, before the transaction that changes them; undefined in a shop without a rule. */
export async function askAboutOrders(
  db: Db,
  rule: GuardedRule | undefined,
  paymentId: string,
  customerId: number,
): Promise<AskedRule | undefined> {
  if (!rule) return undefined;
  const orders = await readPaymentOrders(db, await findPayment(db, paymentId, customerId));
  const ids = orders.map(({ id }) => id);
  return askRule(rule, readPincode(orders), await readShippingLines(db, ids));
}

/** Works out what orders of one checkout cost when they are paid on delivery, by the charges of now. */
export async function quoteCod(db: Db, orderIds: readonly number[], ask = askNobody): Promise<CodQuote> {
  const rows = await readAmounts(db, orderIds);
  const pincode = readPincode(rows);
  const lines = await readShippingLines(db, orderIds);
  const asked = await ask(pincode, lines);
  const delivery = await findDelivery(db, pincode, lines, (await readSettings(db)).shipping, asked);
  const payable = rows.reduce((sum, row) => sum + payableOnDelivery(row), 0);
  const codFee = delivery ? codFeeFor(payable, delivery.charges) : 0;
  return { payable, codFee, refusal: refuseCod(delivery, lines, true), isByPincode: delivery?.isByPincode ?? true };
}

/** The lines of orders, with the weights of now. */
const readShippingLines = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('order_item')
    .leftJoin('variant', 'variant.id', 'order_item.variant_id')
    .select(['order_item.variant_id', 'order_item.price', 'order_item.quantity', 'variant.grams', 'variant.sku'])
    .where('order_id', 'in', orderIds)
    .execute();

/**
 * Changes orders of one checkout to cash on delivery: takes the discount for paying ahead away and splits the fee over them. Returns their new total in paise. Idempotent; statuses
 * and stock stay as they are. Expects the customer to be locked.
 */
export async function changeToCod(tx: Tx, orderIds: readonly number[], ask = askNobody): Promise<number> {
  const { payable, codFee } = await quoteCod(tx, orderIds, ask);
  const rows = await readAmounts(tx, orderIds);
  const shares = splitAmount(
    codFee,
    rows.map(({ price }) => price),
  );
  for (const [i, row] of rows.entries()) {
    const share = shares[i] ?? 0;
    await tx
      .updateTable('orders')
      .set({ payment_method: 'cod', prepaid_discount: 0, cod_fee: share, final_amount: payableOnDelivery(row) + share })
      .where('id', '=', row.id)
      .execute();
  }
  return payable + codFee;
}

/** What an order costs on delivery without the fee, in paise. */
const payableOnDelivery = (row: Pick<OrderRow, 'final_amount' | 'cod_fee' | 'prepaid_discount'>): number =>
  row.final_amount - row.cod_fee + row.prepaid_discount;

const readAmounts = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('orders')
    .select(['id', 'price', 'final_amount', 'cod_fee', 'prepaid_discount', 'address'])
    .where('id', 'in', orderIds)
    .orderBy('id')
    .execute();
