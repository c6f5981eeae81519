import type { OrderItemTable, OrderRow } from '#api/database/schema/orders.ts';
import type { MailBlock } from '#api/services/messages/render-mail.ts';
import { stripLinks } from '#api/services/messages/sanitise-mail-text.ts';
import type { Address } from '#lib/contract/address.ts';
import { t } from '#lib/contract/text/t.ts';
import { COD_FEE_LABEL, DISCOUNT_LABEL, PREPAID_DISCOUNT_LABEL, SHIPPING_LABEL } from '#lib/rules/charge-texts.ts';
import { formatDeliveryDate } from '#lib/rules/dates.ts';
import { formatPaise } from '#lib/rules/money.ts';
import { labelVariant } from '#lib/rules/option-texts.ts';

const chargeRows = ({ shipping_amount, cod_fee }: OrderRow): [string, string][] => [
  ...(shipping_amount > 0 ? [[SHIPPING_LABEL, formatPaise(shipping_amount)] as [string, string]] : []),
  ...(cod_fee > 0 ? [[COD_FEE_LABEL, formatPaise(cod_fee)] as [string, string]] : []),
];

const describePayment = ({ payment_method, payment_status }: OrderRow): string | undefined =>
  payment_method === 'cod' ? t('To be paid on delivery') : payment_status === 'paid' ? t('Payment received') : undefined;

export type MailedItem = Pick<OrderItemTable, 'quantity' | 'product_name' | 'product_variation' | 'price'> & {
  option_name?: string | null | undefined;
};

function describeItem({ quantity, product_name, product_variation, option_name }: MailedItem): string {
  const variantName = option_name ? labelVariant(option_name, product_variation) : product_variation;
  return `${quantity} × ${product_name}${variantName && ` (${variantName})`}`;
}

/** One order with its items, discount and total. */
export function orderTable(order: OrderRow, items: readonly MailedItem[]): MailBlock {
  const payment = describePayment(order);
  return {
    kind: 'table',
    title: t('Order {order}', { order: order.order_number }),
    rows: [
      ...items.map((item): [string, string] => [describeItem(item), formatPaise(item.price * item.quantity)]),
      ...(order.discount_amount > 0 ? [[DISCOUNT_LABEL, `−${formatPaise(order.discount_amount)}`] as const] : []),
      ...(order.prepaid_discount > 0 ? [[PREPAID_DISCOUNT_LABEL, `−${formatPaise(order.prepaid_discount)}`] as const] : []),
      ...chargeRows(order),
      [t('Total'), formatPaise(order.final_amount)],
    ],
    hasTotal: true,
    ...(payment && { note: payment }),
  };
}

/** Where orders go, on one line without links. */
export const deliveryLine = ({ address, city, pincode, state }: Address): string =>
  stripLinks(t('To: {address}', { address: `${address}, ${city} ${pincode}, ${state}` }));

/** When the order arrives: "Delivery by Thu, 3 Dec."; nothing where the shop does not say. */
export const arrivalBlocks = ({ deliver_by }: Pick<OrderRow, 'deliver_by'>): MailBlock[] =>
  deliver_by ? [{ kind: 'paragraph', text: t('Delivery {by}.', { by: formatDeliveryDate(deliver_by) }) }] : [];
