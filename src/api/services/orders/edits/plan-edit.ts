import type { Db } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { shortHash } from '#api/services/hashing.ts';
import { withKnownState } from '#api/services/invoices/gst-state-codes.ts';
import { addressOf } from '#api/services/order-address.ts';
import { requireOrder } from '#api/services/orders/find-order.ts';
import {
  calculateDifference,
  type NewCharges,
  type PaymentDifference,
  type RemainingOrders,
  workOutRemaining,
} from '#api/services/orders/order-totals.ts';
import { readOrderState } from '#api/services/orders/staged/order-states.ts';
import { isDispatched } from '#api/services/orders/status-transitions.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { DeliveryLine } from '#api/services/shipping/guard-rule.ts';
import { type AskedRule, estimateArrival, findDelivery, refuseCod } from '#api/services/shipping/quote-delivery.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { Address } from '#lib/contract/address.ts';
import type { OrderEdit } from '#lib/contract/admin/order.ts';
import { ORDER_CANCELLED, ORDER_RETURNED, type OrderStatus, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import { formatPaise } from '#lib/rules/money.ts';
import { type EditedItem, editItems, type ItemChanges, type Summary } from './edit-items.ts';

/** Gets what the shop's rule says about lines that go to a pincode; undefined in a shop without one. */
export type AskAboutLines = (pincode: string, lines: readonly DeliveryLine[]) => Promise<AskedRule | undefined>;

export interface EditPlan {
  order: OrderRow;
  edit: OrderEdit;
  /** Undefined where the items stay. */
  changes: ItemChanges | undefined;
  /** Undefined where the address stays. */
  moved: { address: Address; deliverBy: string | undefined; orders: { id: number; order_number: string }[] } | undefined;
  charges: NewCharges | undefined;
  remaining: RemainingOrders;
  difference: PaymentDifference;
  summary: Summary;
  warnings: string[];
  /** Names what the orders of the checkout are now. */
  state: string;
}

const withFirst = <Row extends { id: number }>(rows: readonly Row[], { id }: { id: number }): Row[] =>
  rows.toSorted((a, b) => Number(b.id === id) - Number(a.id === id));

/** The orders of a plan, the edited one first. */
export const editedFirst = ({ order, remaining }: Pick<EditPlan, 'order' | 'remaining'>): RemainingOrders['orders'] =>
  withFirst(remaining.orders, order);

/** Why an order cannot be edited, as a sentence; undefined when it can. */
export function refuseEdit({ status, payment_status }: Pick<OrderRow, 'status' | 'payment_status'>): string | undefined {
  if (status === PAYMENT_PENDING) return 'The order waits for its payment.';
  if (status === ORDER_CANCELLED) return 'The order has been cancelled.';
  if (status === ORDER_RETURNED) return 'The order has come back.';
  if (isDispatched(status as OrderStatus)) return 'The order has been shipped.';
  return payment_status === 'refunded' ? 'The order has been refunded.' : undefined;
}

const readItems = (db: Db, orderId: number) =>
  db.selectFrom('order_item').selectAll().where('order_id', '=', orderId).orderBy('id').execute();

const sumItems = (items: readonly EditedItem[]): number => items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

/** The lines of a checkout's orders that stay, with the weights of now; those of the edited order as the edit leaves them. */
async function readLines(db: Db, order: OrderRow, items: readonly EditedItem[]): Promise<DeliveryLine[]> {
  const others = await db
    .selectFrom('order_item')
    .innerJoin('orders', 'orders.id', 'order_item.order_id')
    .select(['variant_id', 'order_item.price', 'order_item.quantity'])
    .where('checkout_id', '=', order.checkout_id)
    .where('orders.id', '<>', order.id)
    .where('status', 'not in', [ORDER_CANCELLED, ORDER_RETURNED])
    .execute();
  const lines = [...others, ...items];
  const variants = await db
    .selectFrom('variant')
    .select(['id', 'grams', 'sku'])
    .where(
      'id',
      'in',
      lines.map(({ variant_id }) => variant_id),
    )
    .execute();
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  return lines.map(({ variant_id, price, quantity }) => {
    const { grams = null, sku = null } = byId.get(variant_id) ?? {};
    return { variant_id, price, quantity, grams, sku };
  });
}

async function readUnshipped(db: Db, checkoutId: number): Promise<{ id: number; order_number: string }[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'order_number', 'status', 'payment_status'])
    .where('checkout_id', '=', checkoutId)
    .orderBy('id')
    .execute();
  return rows.filter((row) => refuseEdit(row) === undefined);
}

/** What another address, or more goods, mean for delivery: its charges, and what to know of cash on delivery. */
async function checkDelivery(
  db: Db,
  order: OrderRow,
  { to, items, isMoved }: { to: Address; items: readonly EditedItem[]; isMoved: boolean },
  ask: AskAboutLines,
): Promise<{ charges: NewCharges | undefined; deliverBy: string | undefined; warnings: string[] }> {
  const lines = await readLines(db, order, items);
  const asked = await ask(to.pincode, lines);
  const delivery = await findDelivery(db, to.pincode, lines, (await readSettings(db)).shipping, asked);
  if (!delivery) {
    const warnings = [`Your shop does not deliver to ${to.pincode}. The delivery charge stays as it was.`];
    return { charges: undefined, deliverBy: undefined, warnings };
  }
  const isCod = order.payment_method === 'cod';
  const hasNoCod = isCod && refuseCod(delivery, lines, false) !== undefined;
  return {
    charges: isMoved ? { ...delivery.charges, codFee: isCod ? delivery.charges.codFee : 0 } : undefined,
    deliverBy: isMoved ? await estimateArrival(db, delivery) : undefined,
    warnings: hasNoCod
      ? [
          `Cash on delivery is not offered at ${to.pincode} for this order. It stays on delivery; tell your courier, or ask for a payment ahead.`,
        ]
      : [],
  };
}

function describeTerms({ lostCoupon, orders }: RemainingOrders): string[] {
  const sum = (of: 'before' | 'after') => orders.reduce((all, order) => all + order[of].shipping, 0);
  const [before, after] = [sum('before'), sum('after')];
  return [
    ...(lostCoupon ? [`The coupon no longer applies: it is for orders from ${formatPaise(lostCoupon.minimum)}.`] : []),
    ...(before < after ? [`Shipping is ${formatPaise(after)} now, it was ${before === 0 ? 'free' : formatPaise(before)}.`] : []),
    ...(before > after ? [`Shipping is ${after === 0 ? 'free' : formatPaise(after)} now, it was ${formatPaise(before)}.`] : []),
  ];
}

const describeMoved = (orders: readonly { id: number; order_number: string }[], { id }: OrderRow): string[] => {
  const others = orders.filter((one) => one.id !== id).map(({ order_number }) => order_number);
  return others.length > 0 ? [`${others.join(', ')} of the same checkout will go there too.`] : [];
};

/**
 * Works out an edit of an order without making it. Throws a `Refusal`: 404 unknown order, 409 shipped already, also where that is only staged, or
 * not possible.
 */
export async function planEdit(db: Db, orderNumber: string, edit: OrderEdit, ask: AskAboutLines): Promise<EditPlan> {
  const order = await requireOrder(db, orderNumber);
  const refused = refuseEdit({ ...order, status: (await readOrderState(db, order.id)).status });
  if (refused) throw new Refusal(409, refused);
  const items = await readItems(db, order.id);
  const changes = edit.kind === 'address' ? undefined : await editItems(db, items, order.seller_id, edit);
  const before = addressOf(order);
  const to = edit.kind === 'address' ? withKnownState(edit.address) : before;
  const isMoved = to.pincode !== before.pincode;
  const after = changes?.items ?? items;
  const isDearer = order.payment_method === 'cod' && sumItems(after) > order.price;
  const none = { charges: undefined, deliverBy: undefined, warnings: [] };
  const delivery = isMoved || isDearer ? await checkDelivery(db, order, { to, items: after, isMoved }, ask) : none;
  const remaining = await workOutRemaining(db, order.checkout_id, {
    change: { orderId: order.id, items: sumItems(after), charges: delivery.charges },
  });
  const plan = { order, remaining };
  const moved =
    edit.kind === 'address'
      ? { address: to, deliverBy: delivery.deliverBy, orders: withFirst(await readUnshipped(db, order.checkout_id), order) }
      : undefined;
  return {
    ...plan,
    edit,
    changes,
    moved,
    charges: delivery.charges,
    difference: calculateDifference(editedFirst(plan)),
    summary: changes?.summary ?? { todo: 'Correct the address.', done: 'Corrected the address.' },
    warnings: [...describeTerms(remaining), ...delivery.warnings, ...(moved ? describeMoved(moved.orders, order) : [])],
    state: shortHash(JSON.stringify([order.address, items, remaining.orders.map(({ id, due, before: was }) => [id, due, was])])),
  };
}
