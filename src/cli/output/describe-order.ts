import type { ProviderRefund } from '#api/database/schema/payments.ts';
import type { Refund } from '#api/services/payment-records/refunds.ts';
import { formatIndianTime, formatTable, yellow } from '#cli/output/print.ts';
import { type CallResult, callResultNames } from '#lib/contract/admin/call-results.ts';
import type { OwnOrder, Shipment } from '#lib/contract/orders.ts';
import { toRupees } from '#lib/rules/money.ts';
import { labelVariant } from '#lib/rules/option-texts.ts';
import { formatNumber } from '#lib/rules/text.ts';

export const formatCustomerName = ({ address }: OwnOrder): string => `${address.firstname} ${address.lastname}`.trim();

/** No amount, on the wire. */
const NONE = '0.00';

const describeShipment = ({ courier, tracking_number, url }: Shipment): string =>
  `Sent by ${courier}, tracking number ${tracking_number}${url ? `, ${url}` : ''}`;

function describeRefund({ amount, done_at, payments }: Refund, isAsked: boolean): string[] {
  if (done_at) return [`Refunded ${toRupees(amount)} on ${formatIndianTime(done_at)}.`];
  if (isAsked) return [];
  const ids = payments.length > 0 ? ` (${payments.join(', ')})` : '';
  return [
    yellow(
      `Refund ${toRupees(amount)} at the payment provider${ids}, then mark it with --refunded; or let the shop return it with --refund.`,
    ),
  ];
}

const refundStates = { pending: 'is being made', done: 'made', failed: 'refused' } as const;

const describeRequest = ({ id, amount, state, changed_at }: ProviderRefund): string => {
  const line = `Refund of ${toRupees(amount)} by the payment provider ${refundStates[state]} (${id}, ${formatIndianTime(changed_at)}).`;
  return state === 'done' ? line : yellow(line);
};

/** How a total is made up, such as " (998.00 less 99.80 plus 49.00 shipping)"; empty when it is the price. */
function describeAmounts({ price, discount_amount, prepaid_discount, shipping_amount = NONE, cod_fee = NONE }: OwnOrder): string {
  const parts = [
    ...(discount_amount === NONE ? [] : [`less ${discount_amount}`]),
    ...(prepaid_discount === undefined ? [] : [`less ${prepaid_discount} for paying ahead`]),
    ...(shipping_amount === NONE ? [] : [`plus ${shipping_amount} shipping`]),
    ...(cod_fee === NONE ? [] : [`plus ${cod_fee} cash on delivery fee`]),
  ];
  return parts.length === 0 ? '' : ` (${[price, ...parts].join(' ')})`;
}

/** What belongs to an order beside what its customer sees. */
interface OrderFacts {
  call?: { result: CallResult; at: string } | undefined;
  refund?: Refund | undefined;
  requests?: readonly ProviderRefund[];
}

export function describeOrder(order: OwnOrder, { call, refund, requests = [] }: OrderFacts = {}): string {
  const { address } = order;
  const items = order.items.map((item) => ({
    item: item.product_name,
    options: item.product_variation && labelVariant(item.option_name, item.product_variation),
    units: formatNumber(item.quantity),
    price: item.final_price,
  }));
  const events = order.timeline.map(({ at, status, reason }) => ({ at: formatIndianTime(at), status, reason: reason ?? '' }));
  return [
    `${order.order_number}, ${formatIndianTime(order.order_date)}, ${order.seller_name}`,
    `${order.status}; ${order.payment_method}, ${order.payment_status}; total ${order.final_amount}${describeAmounts(order)}`,
    ...(order.shipments ?? (order.shipment ? [order.shipment] : [])).map(describeShipment),
    ...(order.invoice ? [`Invoice ${order.invoice.number}`] : []),
    ...(order.credit_note ? [`Credit note ${order.credit_note.number}`] : []),
    ...(call ? [`Call: ${callResultNames[call.result]}, ${formatIndianTime(call.at)}`] : []),
    ...requests.map(describeRequest),
    ...(refund
      ? describeRefund(
          refund,
          requests.some(({ state }) => state === 'pending'),
        )
      : []),
    '',
    formatTable(items, ['units', 'price']),
    '',
    formatTable(events),
    '',
    `${formatCustomerName(order)}, ${address.phone_number}, ${address.email}`,
    `${address.address}, ${address.city} ${address.pincode}, ${address.state}`,
    ...(order.note ? ['', `Note from the customer: ${order.note}`] : []),
  ].join('\n');
}
