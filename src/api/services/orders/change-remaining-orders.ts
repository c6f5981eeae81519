import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import { releaseCouponUse } from '#api/services/coupons/uses.ts';
import { ORDER_CANCELLED, ORDER_DELIVERED, ORDER_RETURNED } from '#lib/contract/order-status.ts';
import { type Charges, noCharges, shippingFor } from '#lib/rules/charges.ts';
import { type Amounts, splitAmount } from '#lib/rules/totals.ts';
import { type CheckoutTerms, recalculateRemaining } from './remaining-amounts.ts';

/** An order with another total after the change of an order of the same checkout. Paise. */
export interface ChangedOrder {
  order_number: string;
  final_amount: number;
}

type AmountColumns = Pick<OrderRow, (typeof amountColumns)[number]>;

/** The columns of an order's amounts. */
export const amountColumns = [
  'price',
  'discount_amount',
  'prepaid_discount',
  'shipping_amount',
  'cod_fee',
  'final_amount',
] as const;

const toAmounts = (row: AmountColumns): Amounts => ({
  items: row.price,
  discount: row.discount_amount,
  prepaidDiscount: row.prepaid_discount,
  shipping: row.shipping_amount,
  codFee: row.cod_fee,
  total: row.final_amount,
});

/** Another charge of a checkout than it was placed with. */
export type NewCharges = Pick<Charges, 'shipping' | 'freeFrom' | 'codFee'>;

/** Which order of a checkout is changed, and how. */
interface OrderChange {
  orderId: number;
  /** Its items total after the change, in paise. */
  items: number;
  /** Where its new address has other charges. */
  charges?: NewCharges | undefined;
}

/** What a change of a checkout's orders comes to. */
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
  /** Whether a coupon use is to be released. */
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
    if (before === after) continue;
    const { items, discount, prepaidDiscount, shipping, codFee, total } = after;
    const row = {
      price: items,
      discount_amount: discount,
      prepaid_discount: prepaidDiscount,
      shipping_amount: shipping,
      cod_fee: codFee,
      final_amount: total,
    };
    await tx.updateTable('orders').set(row).where('id', '=', id).execute();
  }
  if (isCouponFree) await releaseCouponUse(tx, checkoutId);
}

/** The orders among these whose total is another one than before. */
export const listChanged = (orders: RemainingOrders['orders']): ChangedOrder[] =>
  orders
    .filter(({ before, after }) => before.total !== after.total)
    .map(({ order_number, after }) => ({ order_number, final_amount: after.total }));
