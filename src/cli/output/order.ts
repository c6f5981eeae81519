import type { Refund } from '#api/services/payments/refunds.ts';
import type { Order } from '#lib/contract/orders.ts';
import { toRupees } from '#lib/rules/money.ts';
import { formatNumber, formatTable, yellow } from './print.ts';

const itemColumns = ['item', 'size', 'units', 'price'] as const;
const eventColumns = ['at', 'status', 'reason'] as const;

export const formatCustomerName = ({ address }: Order): string => `${address.firstname} ${address.lastname}`.trim();

const indianTimeFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Kolkata' });

/** Formats a time in Indian time, such as "2026-11-20 16:00". */
export const formatIndianTime = (time: string): string => indianTimeFormat.format(new Date(time));

const describeRefund = ({ amount, done_at }: Refund): string =>
  done_at
    ? `Refunded ${toRupees(amount)} on ${formatIndianTime(done_at)}.`
    : yellow(`Refund ${toRupees(amount)} at the payment provider, then mark it with --refunded.`);

/** Formats one order in full. */
export function describeOrder(order: Order, refund?: Refund): string {
  const { address } = order;
  const items = order.items.map((item) => ({
    item: item.product_name,
    size: item.product_variation,
    units: formatNumber(item.quantity),
    price: item.final_price,
  }));
  const events = order.timeline.map(({ at, status, reason }) => ({ at: formatIndianTime(at), status, reason: reason ?? '' }));
  const discount = order.discount_amount === '0.00' ? '' : ` (${order.price} less ${order.discount_amount})`;
  return [
    `${order.order_number}, ${formatIndianTime(order.order_date)}, ${order.seller_name}`,
    `${order.status}; ${order.payment_method}, ${order.payment_status}; total ${order.final_amount}${discount}`,
    ...(refund ? [describeRefund(refund)] : []),
    '',
    formatTable(items, itemColumns, ['units', 'price']),
    '',
    formatTable(events, eventColumns),
    '',
    `${formatCustomerName(order)}, ${address.phone_number}, ${address.email}`,
    `${address.address}, ${address.city} ${address.pincode}, ${address.state}`,
  ].join('\n');
}
