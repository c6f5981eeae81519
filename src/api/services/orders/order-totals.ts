import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { releaseCouponUse } from '#api/services/coupons/uses.ts';
import { createRefundsFor } from '#api/services/payment-records/refunds-of-orders.ts';
import { ORDER_CANCELLED, ORDER_DELIVERED, ORDER_RETURNED } from '#lib/contract/order-status.ts';
import { type Charges, noCharges, shippingFor } from '#lib/rules/charges.ts';
import { type Amounts, calculateDiscount, type Discount, splitAmount, splitTotals, sumUp } from '#lib/rules/totals.ts';

// The totals of a checkout's orders after any change of one of them, and what is returned of their payment or due for them.

interface CheckoutTerms {
  /** The coupon, with the items total in paise from which it applies; undefined without one. */
  coupon: (Discount & { minimum: number }) | undefined;
  /** Shipping for an items total, in paise. */
  shippingFor: (items: number) => number;
  /** The cash on delivery fee where another is charged than so far, in paise. */
  codFee?: number | undefined;
}

interface ChangedCheckout {
  cancelled: readonly Amounts[];
  /** Orders that stay and whose amounts may change. One that is changed has its new `items`, and its other amounts as before. */
  open: readonly Amounts[];
  /** Those whose invoice never changes. */
  invoiced: readonly Amounts[];
  terms: CheckoutTerms;
  /** By how much all together may cost more than before, in paise: what was added. */
  mayGrowBy?: number;
}

const sum = (orders: readonly Amounts[], part: keyof Amounts): number => orders.reduce((all, order) => all + order[part], 0);

/** Lowers a total to at most `most`: waives shipping first, then adds to the discount, then waives the fee. */
function limitTotal(amounts: Amounts, most: number): Amounts {
  const { items, discount, prepaidDiscount, shipping, codFee } = amounts;
  let excess = Math.max(0, amounts.total - most);
  const take = (from: number): number => {
    const taken = Math.min(excess, from);
    excess -= taken;
    return taken;
  };
  return sumUp({
    items,
    prepaidDiscount,
    shipping: shipping - take(shipping),
    discount: discount + take(items - discount - prepaidDiscount),
    codFee: codFee - take(codFee),
  });
}

/**
 * The amounts of the open orders after a partial cancellation or a change, in their order. What stays costs what it would have cost in a
 * checkout of its own, with the same coupon, shipping and fee: without the coupon below its minimum, and with shipping below the total from
 * which that is free. They keep their shares of what paying ahead saved, because they were paid ahead. All together never cost more than
 * before and what was added, so that nothing is due from the customer without it. No amount is negative. The difference of the totals is the
 * refund, or due from the customer; it includes the cancelled orders.
 */
export function recalculateRemaining({ cancelled, open, invoiced, terms, mayGrowBy = 0 }: ChangedCheckout): Amounts[] {
  const staying = [...open, ...invoiced];
  const items = sum(staying, 'items');
  const { coupon } = terms;
  const discount = coupon && items >= coupon.minimum ? calculateDiscount(coupon, items) : 0;
  const shipping = terms.shippingFor(items);
  const codFee = items - discount + shipping > 0 ? (terms.codFee ?? sum([...cancelled, ...staying], 'codFee')) : 0;
  const openItems = sum(open, 'items');
  const rest = (all: number, part: keyof Amounts): number => Math.max(0, all - sum(invoiced, part));
  const openDiscount = Math.min(openItems, rest(discount, 'discount'));
  const totals = limitTotal(
    sumUp({
      items: openItems,
      discount: openDiscount,
      prepaidDiscount: Math.min(sum(open, 'prepaidDiscount'), openItems - openDiscount),
      shipping: rest(shipping, 'shipping'),
      codFee: rest(codFee, 'codFee'),
    }),
    sum([...cancelled, ...open], 'total') + mayGrowBy,
  );
  return splitTotals(
    totals,
    open.map((order) => order.items),
  );
}

/** An order with another total after the change of an order of the same checkout. Paise. */
export interface ChangedOrder {
  order_number: string;
  final_amount: number;
}

type AmountColumns = Pick<OrderRow, (typeof amountColumns)[number]>;

export const amountColumns = [
  'price',
  'discount_amount',
  'prepaid_discount',
  'shipping_amount',
  'cod_fee',
  'final_amount',
] as const;

export const toAmounts = (row: AmountColumns): Amounts => ({
  items: row.price,
  discount: row.discount_amount,
  prepaidDiscount: row.prepaid_discount,
  shipping: row.shipping_amount,
  codFee: row.cod_fee,
  total: row.final_amount,
});

export const toAmountColumns = ({ items, discount, prepaidDiscount, shipping, codFee, total }: Amounts): AmountColumns => ({
  price: items,
  discount_amount: discount,
  prepaid_discount: prepaidDiscount,
  shipping_amount: shipping,
  cod_fee: codFee,
  final_amount: total,
});

/** Another charge of a checkout than it was placed with. */
export type NewCharges = Pick<Charges, 'shipping' | 'freeFrom' | 'codFee'>;

interface OrderChange {
  orderId: number;
  /** Its items total after the change, in paise. */
  items: number;
  /** Where its new address has other charges. */
  charges?: NewCharges | undefined;
}

export interface RemainingOrders {
  /** The orders that stay, the oldest first. */
  orders: {
    id: number;
    order_number: string;
    /** What it owes of a change before this one, in paise. */
    due: number;
    payment_status: OrderRow['payment_status'];
    before: Amounts;
    after: Amounts;
  }[];
  /** The items total from which the coupon that no order has any more would apply, in paise; undefined while one has it. */
  lostCoupon: { minimum: number } | undefined;
  isCouponFree: boolean;
}

/** Reads what a checkout was charged by; `shipping` is what its orders have, where it did not record how that was worked out. */
async function readTerms(db: Db, checkoutId: number, shipping: number): Promise<CheckoutTerms> {
  const checkout = await db
    .selectFrom('checkout')
    .select(['shipping_charge', 'free_shipping_from'])
    .where('id', '=', checkoutId)
    .executeTakeFirstOrThrow();
  const coupon = await db
    .selectFrom('coupon_use')
    .innerJoin('coupon', 'coupon.id', 'coupon_use.coupon_id')
    .select(['kind', 'value', 'minimum'])
    .where('checkout_id', '=', checkoutId)
    .where('returned_at', 'is', null)
    .executeTakeFirst();
  const { shipping_charge, free_shipping_from } = checkout;
  const charges = { ...noCharges, shipping: shipping_charge ?? shipping, freeFrom: free_shipping_from };
  return { coupon, shippingFor: (items) => shippingFor(items, charges) };
}

const readStaying = (db: Db, checkoutId: number) =>
  db
    .selectFrom('orders')
    .leftJoin('invoice', 'invoice.order_id', 'orders.id')
    .select([
      'orders.id',
      'order_number',
      'status',
      'due_amount',
      'payment_status',
      'invoice.number as invoice',
      ...amountColumns,
    ])
    .where('checkout_id', '=', checkoutId)
    .where('status', 'not in', [ORDER_CANCELLED, ORDER_RETURNED])
    .orderBy('orders.id')
    .execute();

/** The amounts of an order with its new items total. The goods that go take their share of what paying ahead saved along. */
function withItems(amounts: Amounts, items: number): Amounts {
  const gone = Math.max(0, amounts.items - items);
  const [kept = 0] = splitAmount(amounts.prepaidDiscount, [amounts.items - gone, gone]);
  return { ...amounts, items, prepaidDiscount: kept };
}

/** The terms of another address, and by how much it makes the checkout dearer. */
function withCharges(terms: CheckoutTerms, charges: NewCharges, items: number, codFee: number) {
  const changed = { ...terms, shippingFor: (of: number) => shippingFor(of, charges), codFee: charges.codFee };
  const dearer = Math.max(0, changed.shippingFor(items) - terms.shippingFor(items));
  return { terms: changed, dearer: dearer + Math.max(0, charges.codFee - codFee) };
}

/**
 * Works out the amounts of a checkout's orders that stay (see `recalculateRemaining`) when `cancelled` orders of it have been cancelled, or
 * one is changed, without a change. An order with an invoice keeps its amounts, unless it is the one that is changed.
 */
export async function workOutRemaining(
  db: Db,
  checkoutId: number,
  { cancelled = [], change }: { cancelled?: readonly AmountColumns[]; change?: OrderChange },
): Promise<RemainingOrders> {
  const staying = await readStaying(db, checkoutId);
  const isOpen = ({ id, invoice }: (typeof staying)[number]) => invoice === null || id === change?.orderId;
  const open = staying.filter(isOpen);
  const invoiced = staying.filter((row) => !isOpen(row)).map(toAmounts);
  const sumOf = (column: keyof AmountColumns) => [...cancelled, ...staying].reduce((sum, row) => sum + row[column], 0);
  const agreed = await readTerms(db, checkoutId, sumOf('shipping_amount'));
  const changedOrder = staying.find(({ id }) => id === change?.orderId);
  const growth = change && changedOrder ? change.items - changedOrder.price : 0;
  const charged = change?.charges && withCharges(agreed, change.charges, sumOf('price') + growth, sumOf('cod_fee'));
  const amounts = recalculateRemaining({
    cancelled: cancelled.map(toAmounts),
    open: open.map((row) => (row.id === change?.orderId ? withItems(toAmounts(row), change.items) : toAmounts(row))),
    invoiced,
    terms: charged?.terms ?? agreed,
    mayGrowBy: Math.max(0, growth) + (charged?.dearer ?? 0),
  });
  const after = new Map(open.map(({ id }, i) => [id, amounts[i]]));
  const orders = staying.map((row) => {
    const before = toAmounts(row);
    const { id, order_number, status, due_amount, payment_status } = row;
    // What was due has been collected with the parcel.
    const due = status === ORDER_DELIVERED ? 0 : due_amount;
    return { id, order_number, due, payment_status, before, after: after.get(id) ?? before };
  });
  const isCouponFree = !orders.some(({ after: { discount } }) => discount > 0);
  const hadDiscount = orders.some(({ before }) => before.discount > 0);
  return { orders, isCouponFree, lostCoupon: isCouponFree && hadDiscount && agreed.coupon ? agreed.coupon : undefined };
}

/** Stores what `workOutRemaining` has found, and releases the coupon use when no order has a discount any more. Expects the customer to be locked. */
export async function storeRemaining(tx: Tx, checkoutId: number, { orders, isCouponFree }: RemainingOrders): Promise<void> {
  for (const { id, before, after } of orders) {
    if (before !== after) await tx.updateTable('orders').set(toAmountColumns(after)).where('id', '=', id).execute();
  }
  if (isCouponFree) await releaseCouponUse(tx, checkoutId);
}

/** The orders among these whose total is another one than before. */
export const listChanged = (orders: RemainingOrders['orders']): ChangedOrder[] =>
  orders
    .filter(({ before, after }) => before.total !== after.total)
    .map(({ order_number, after }) => ({ order_number, final_amount: after.total }));

/** An order of a checkout before and after a change of it. Paise. */
interface SettledOrder {
  id: number;
  payment_status: string;
  due: number;
  before: { total: number };
  /** A total of 0 once it is cancelled. */
  after: { total: number };
}

/** What a change leaves to be paid or returned, in paise; one of them is 0. */
export interface PaymentDifference {
  refunded: number;
  due: number;
}

/**
 * What was received for the paid orders among these, less what they cost after a change: the refund of the change, or what is due for them.
 * Orders that are to be paid on delivery have neither.
 */
export function calculateDifference(orders: readonly SettledOrder[]): PaymentDifference {
  const paid = orders.filter(({ payment_status }) => payment_status === 'paid');
  const received = paid.reduce((sum, { before, due }) => sum + before.total - due, 0);
  const cost = paid.reduce((sum, { after }) => sum + after.total, 0);
  return { refunded: Math.max(0, received - cost), due: Math.max(0, cost - received) };
}

/**
 * Creates the refund of a change of a checkout's paid orders, or stores what is due for them (see `calculateDifference`). Both are put on the
 * first orders: name what was cancelled or changed first. Money that one order was paid with pays for the others, and what is due is paid
 * before anything is returned. Expects the customer to be locked.
 */
export async function settleDifference(tx: Tx, checkoutId: number, orders: readonly SettledOrder[]): Promise<PaymentDifference> {
  const difference = calculateDifference(orders);
  let due = difference.due;
  for (const { id, due: dueBefore, payment_status, after } of orders) {
    if (payment_status !== 'paid') continue;
    const part = Math.min(due, after.total);
    due -= part;
    if (part !== dueBefore) await tx.updateTable('orders').set({ due_amount: part }).where('id', '=', id).execute();
  }
  const [first] = orders.filter(({ payment_status }) => payment_status === 'paid');
  if (first && difference.refunded > 0)
    await createRefundsFor(tx, checkoutId, [{ id: first.id, final_amount: difference.refunded }]);
  return difference;
}
