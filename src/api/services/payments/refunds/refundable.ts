import * as z from 'zod/mini';
import { lockCustomer } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { HandRefundTable } from '#api/database/schema/money.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import type { PaymentTable, ProviderRefund, RefundTable } from '#api/database/schema/payments.ts';
import { readDueRefunds } from '#api/services/payment-records/refunds.ts';
import { Refusal } from '#api/services/refusal.ts';
import { ORDER_CANCELLED, ORDER_RETURNED } from '#lib/contract/order-status.ts';
import { formatPaise } from '#lib/rules/money.ts';
import { splitAmount } from '#lib/rules/totals.ts';

/** Why a refund cannot be made, as a sentence for the owner. */
export class RefundNotPossible extends Refusal {
  constructor(sentence: string) {
    super(409, sentence);
  }
}

export interface RefundableItem {
  id: number;
  product_name: string;
  product_variation: string;
  picture: string;
  quantity: number;
  returned: number;
  /** What each of the other units has cost, in paise, in the order in which they are returned. */
  left: number[];
}

/** What may be returned of an order, and what has been. Amounts are paise. */
export interface Refundable {
  id: number;
  order_number: string;
  payment_method: 'prepaid' | 'cod';
  /** Names who is asked for refunds of the payment; undefined when nothing was paid online. */
  provider: string | undefined;
  /** The provider's id of the payment that has settled the order, and ours. */
  settled: { id: string; provider_payment: string } | undefined;
  paid: number;
  returned: number;
  left: number;
  /** Shipping that no refund has named yet. */
  shipping: number;
  items: RefundableItem[];
  /** What is owed to the customer already, by the payment that it is returned of. */
  due: { payment_id: string; provider_payment: string; left: number }[];
  requests: ProviderRefund[];
  byHand: HandRefundTable[];
}

/** What links have paid of what was due for an order, less what of it is to be returned, in paise: it came by payments of its own. */
async function findPaidByLink(db: Db, orderId: number): Promise<number> {
  const sums = await db
    .selectFrom('link_payment')
    .innerJoin('payment', 'payment.id', 'link_payment.payment_id')
    .leftJoin('refund', (join) =>
      join.onRef('refund.payment_id', '=', 'payment.id').onRef('refund.provider_payment', '=', 'payment.provider_payment'),
    )
    .select(({ fn }) => [
      fn.sum<number | null>('payment.amount').as('paid'),
      fn.sum<number | null>('refund.amount').as('returned'),
    ])
    .where('link_payment.order_id', '=', orderId)
    .where('link_payment.kind', '=', 'due')
    .where('payment.status', '=', 'paid')
    .executeTakeFirstOrThrow();
  return Number(sums.paid ?? 0) - Number(sums.returned ?? 0);
}

interface ReturnedSoFar {
  isOver: boolean;
  /** The refund of what settled the order. */
  refund: Pick<RefundTable, 'amount' | 'returned' | 'done_at'> | undefined;
  /** Refunds that have been asked for, in paise, and those among them that are not done. */
  asked: number;
  open: number;
}

/**
 * What has been paid for an order, in paise: of a checkout with several orders, its own part of their payment. Of one that is over, that is what is
 * owed or has been returned: the rest has paid for the other orders, or was never paid.
 */
async function findPaid(
  db: Db,
  order: OrderRow,
  payment: PaymentTable | undefined,
  { isOver, refund, asked, open }: ReturnedSoFar,
): Promise<number> {
  if (order.payment_method === 'cod') return order.payment_status === 'paid' ? order.final_amount : 0;
  if (!payment?.provider_payment) return 0;
  const { orders } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .where('checkout_id', '=', order.checkout_id)
    .executeTakeFirstOrThrow();
  if (Number(orders) === 1) return payment.amount;
  if (!isOver) return order.final_amount - order.due_amount + (refund?.amount ?? 0) - (await findPaidByLink(db, order.id));
  if (!refund || refund.done_at !== null) return Math.max(asked, refund?.amount ?? 0);
  return Math.max(asked, refund.returned) + Math.max(0, refund.amount - refund.returned - open);
}

const readItems = (db: Db, orderId: number) =>
  db
    .selectFrom('order_item')
    .select(['id', 'product_name', 'product_variation', 'picture', 'quantity', 'price'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();

/** Works out what may be returned of an order. In a transaction, lock the order first. */
export async function readRefundable(db: Db, orderId: number): Promise<Refundable> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const payment = await db.selectFrom('payment').selectAll().where('checkout_id', '=', order.checkout_id).executeTakeFirst();
  const all = await db
    .selectFrom('provider_refund')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const byHand = await db.selectFrom('hand_refund').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute();
  const settled = payment?.provider_payment ? { id: payment.id, provider_payment: payment.provider_payment } : undefined;
  const requests = all.filter(({ state }) => state !== 'failed');
  const own = requests.filter(({ provider_payment }) => provider_payment === settled?.provider_payment);
  const marked = await db
    .selectFrom('refund')
    .select(['amount', 'returned', 'done_at'])
    .where('order_id', '=', orderId)
    .where('provider_payment', '=', '')
    .executeTakeFirst();
  const isOver = order.status === ORDER_CANCELLED || order.status === ORDER_RETURNED;
  const isOnline = order.payment_method === 'prepaid';
  const sum = (refunds: readonly { amount: number }[]) => refunds.reduce((total, { amount }) => total + amount, 0);
  const made = [...(isOnline ? own : []), ...byHand];
  const asked = sum(made);
  const open = sum(made.filter((one) => ('state' in one ? one.state === 'pending' : one.done_at === null)));
  const paid = await findPaid(db, order, payment, { isOver, refund: marked, asked, open });
  const reported = isOnline && marked ? (marked.done_at === null ? marked.returned : isOver ? paid : marked.amount) : 0;
  const ofPayment = isOnline && payment ? payment.amount - payment.returned : paid;
  const left = Math.max(0, Math.min(paid - Math.max(asked, reported), ofPayment));
  const named = sumUnits([...own, ...byHand]);
  const items = await readItems(db, orderId);
  const amounts = splitByUnit(items, order);
  return {
    id: order.id,
    order_number: order.order_number,
    payment_method: order.payment_method,
    provider: payment?.provider,
    settled,
    paid,
    returned: paid - left,
    left,
    shipping: named.shipping ? 0 : order.shipping_amount,
    items: items.map(({ price, ...item }) => {
      const returned = Math.min(item.quantity, named.units[item.id] ?? 0);
      return { ...item, returned, left: (amounts.get(item.id) ?? []).slice(returned) };
    }),
    due: (await readDueRefunds(db, orderId)).filter(({ left: owed }) => owed > 0),
    requests: all,
    byHand,
  };
}

/** Locks an order, so that what may be returned of it does not change until the transaction ends. */
export async function lockForRefund(tx: Tx, orderId: number): Promise<void> {
  const { customer_id } = await tx.selectFrom('orders').select('customer_id').where('id', '=', orderId).executeTakeFirstOrThrow();
  await lockCustomer(tx, customer_id);
}

export type RefundWish =
  | { kind: 'due' }
  | { kind: 'amount'; amount: number; reason?: string | undefined }
  | { kind: 'items'; of: RefundedUnits; reason?: string | undefined };

/** The amount of chosen items and shipping, in paise. Throws `RefundNotPossible` for units that the order has not left. */
function priceOf({ items, shipping, order_number }: Refundable, of: RefundedUnits): number {
  let amount = of.shipping ? shipping : 0;
  for (const [id, units] of Object.entries(of.units)) {
    const item = items.find((one) => String(one.id) === id);
    if (!item || !Number.isInteger(units) || units < 0 || units > item.left.length)
      throw new RefundNotPossible(
        `${item ? `Only ${item.left.length} of ${item.product_name}` : 'No such item'} can still be returned of ${order_number}`,
      );
    amount += item.left.slice(0, units).reduce((sum, one) => sum + one, 0);
  }
  return amount;
}

/** The paise of a wish for an amount or items. Throws `RefundNotPossible` when they are nothing, or more than can be returned. */
export function amountOf(refundable: Refundable, wish: Exclude<RefundWish, { kind: 'due' }>): number {
  const amount = wish.kind === 'amount' ? wish.amount : priceOf(refundable, wish.of);
  if (amount <= 0) throw new RefundNotPossible('Choose what to return: at least one item, the shipping, or an amount');
  if (amount > refundable.left)
    throw new RefundNotPossible(`At most ${formatPaise(refundable.left)} of ${refundable.order_number} can still be returned`);
  return amount;
}

/** Throws `RefundNotPossible` when more or less has been returned than the page showed that asks. */
export function requireSeen({ returned, order_number }: Refundable, seen: number | undefined): void {
  if (seen !== undefined && seen !== returned)
    throw new RefundNotPossible(
      `${order_number} has changed: ${formatPaise(returned)} is returned or on its way now. Look at it and choose again`,
    );
}

/** What of an order a refund is for: units by the id of the order's item, and whether its shipping is returned. */
export interface RefundedUnits {
  units: Record<string, number>;
  shipping: boolean;
}

const stored = z.object({ units: z.record(z.string(), z.int()), shipping: z.boolean() });

/** Reads what a refund has stored; undefined for a refund of an amount. */
const parseUnits = (json: string | null): RefundedUnits | undefined =>
  json === null ? undefined : z.parse(stored, JSON.parse(json));

interface PricedItem {
  id: number;
  quantity: number;
  /** Paise for one unit. */
  price: number;
}

/**
 * What was paid for each unit of an order, in paise, by the id of its item: its price without its shares of the discounts. All units together
 * are exactly what the items cost.
 */
export function splitByUnit(
  items: readonly PricedItem[],
  { discount_amount, prepaid_discount }: { discount_amount: number; prepaid_discount: number },
): Map<number, number[]> {
  const lines = items.map(({ price, quantity }) => price * quantity);
  const discounts = splitAmount(discount_amount, lines);
  const rests = lines.map((line, i) => line - (discounts[i] ?? 0));
  const saved = splitAmount(prepaid_discount, rests);
  return new Map(
    items.map(({ id, quantity }, i) => [
      id,
      splitAmount(
        (rests[i] ?? 0) - (saved[i] ?? 0),
        Array.from({ length: quantity }, () => 1),
      ),
    ]),
  );
}

/** Sums up the units of refunds by item, and whether the shipping is among them. */
export function sumUnits(refunds: readonly { units: string | null }[]): RefundedUnits {
  const all: RefundedUnits = { units: {}, shipping: false };
  for (const { units } of refunds) {
    const parsed = parseUnits(units);
    for (const [id, count] of Object.entries(parsed?.units ?? {})) all.units[id] = (all.units[id] ?? 0) + count;
    all.shipping ||= parsed?.shipping ?? false;
  }
  return all;
}
