import type { Refund } from '#api/services/payments/refunds.ts';
import type { OwnOrder, Shipment } from '#lib/contract/orders.ts';
import { toRupees } from '#lib/rules/money.ts';
import { formatNumber } from '#lib/rules/text.ts';
import { formatTable } from './format-table.ts';
import { formatIndianTime } from './indian-time.ts';
import { yellow } from './print.ts';

const itemColumns = ['item', 'size', 'units', 'price'] as const;
const eventColumns = ['at', 'status', 'reason'] as const;

export const formatCustomerName = ({ address }: OwnOrder): string => `${address.firstname} ${address.lastname}`.trim();

/** No amount, on the wire. */
const NONE = '0.00';

const describeShipment = ({ courier, tracking_number, url }: Shipment): string =>
  `Sent by ${courier}, tracking number ${tracking_number}${url ? `, ${url}` : ''}`;

const describeRefund = ({ amount, done_at, payments }: Refund): string =>
  done_at
    ? `Refunded ${toRupees(amount)} on ${formatIndianTime(done_at)}.`
    : yellow(
        `Refund ${toRupees(amount)} at the payment provider${payments.length > 0 ? ` (${payments.join(', ')})` : ''}, then mark it with --refunded.`,
      );

/** How a total is made up, such as " (998.00 less 99.80 plus 49.00 shipping)"; empty when it is the price. */
function describeAmounts({ price, discount_amount, shipping_amount = NONE, cod_fee = NONE }: OwnOrder): string {
  const parts = [
    ...(discount_amount === NONE ? [] : [`less ${discount_amount}`]),
    ...(shipping_amount === NONE ? [] : [`plus ${shipping_amount} shipping`]),
    ...(cod_fee === NONE ? [] : [`plus ${cod_fee} cash on delivery fee`]),
  ];
  return parts.length === 0 ? '' : ` (${[price, ...parts].join(' ')})`;
}

export function describeOrder(order: OwnOrder, refund?: Refund): string {
  const { address } = order;
  const items = order.items.map((item) => ({
    item: item.product_name,
    size: item.product_variation,
    units: formatNumber(item.quantity),
    price: item.final_price,
  }));
  const events = order.timeline.map(({ at, status, reason }) => ({ at: formatIndianTime(at), status, reason: reason ?? '' }));
  return [
    `${order.order_number}, ${formatIndianTime(order.order_date)}, ${order.seller_name}`,
    `${order.status}; ${order.payment_method}, ${order.payment_status}; total ${order.final_amount}${describeAmounts(order)}`,
    ...(order.shipment ? [describeShipment(order.shipment)] : []),
    ...(order.invoice ? [`Invoice ${order.invoice.number}`] : []),
    ...(order.credit_note ? [`Credit note ${order.credit_note.number}`] : []),
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
