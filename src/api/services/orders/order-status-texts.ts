import type { OrderRow } from '#api/database/schema/orders.ts';
import type { SmsTemplate } from '#api/services/messages/text-kinds.ts';
import {
  ORDER_CONFIRMED,
  ORDER_DELIVERED,
  ORDER_DISPATCHED,
  ORDER_OUT_FOR_DELIVERY,
  ORDER_PROCESSED,
  ORDER_READY,
  ORDER_RETURNED,
  type OrderStatus,
} from '#lib/contract/order-status.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatPaise } from '#lib/rules/money.ts';

interface StatusMessage {
  subject: string;
  title: string;
  text: string;
  template: SmsTemplate | undefined;
}

/** `order` is its number. */
type Named = Readonly<Record<'order' | 'shop', string>>;

const messages: Partial<Record<OrderStatus, (named: Named) => StatusMessage>> = {
  [ORDER_CONFIRMED]: (named) => ({
    subject: t('Your order {order} at {shop} has been confirmed', named),
    title: t('Your order has been confirmed'),
    text: t('Your order {order} has been confirmed.', named),
    template: 'order_confirmed',
  }),
  [ORDER_DISPATCHED]: (named) => ({
    subject: t('Your order {order} at {shop} has been dispatched', named),
    title: t('Your order has been dispatched'),
    text: t('Your order {order} has been dispatched.', named),
    template: 'order_dispatched',
  }),
  [ORDER_PROCESSED]: (named) => ({
    subject: t('Your order {order} at {shop} has been processed', named),
    title: t('Your order has been processed'),
    text: t('Your order {order} has been processed.', named),
    template: 'order_dispatched',
  }),
  [ORDER_READY]: (named) => ({
    subject: t('Your order {order} at {shop} is ready for pickup', named),
    title: t('Your order is ready for pickup'),
    text: t('Your order {order} is ready for pickup.', named),
    template: undefined,
  }),
  [ORDER_OUT_FOR_DELIVERY]: (named) => ({
    subject: t('Your order {order} at {shop} is out for delivery', named),
    title: t('Your order is out for delivery'),
    text: t('Your order {order} is out for delivery.', named),
    template: 'order_out_for_delivery',
  }),
  [ORDER_DELIVERED]: (named) => ({
    subject: t('Your order {order} at {shop} has been delivered', named),
    title: t('Your order has been delivered'),
    text: t('Your order {order} has been delivered.', named),
    template: 'order_delivered',
  }),
  [ORDER_RETURNED]: (named) => ({
    subject: t('Your order {order} at {shop} has been returned to us', named),
    title: t('Your order has been returned to us'),
    text: t('Your order {order} has been returned to us.', named),
    template: 'order_returned',
  }),
};

/** The message about a new status; undefined for one that customers are not told. */
export const describeStatus = (status: OrderStatus, named: Named): StatusMessage | undefined => messages[status]?.(named);

/** A sentence about the refund, if there is one; `isWhole` where nothing of it pays for other orders. */
export const describeRefund = (refund: string | undefined, isWhole: boolean): string[] =>
  refund
    ? [
        isWhole
          ? t('What you paid, {refund}, will be returned to you.', { refund })
          : t('{refund} will be returned to you.', { refund }),
      ]
    : [];

/** Sentences about the status, where its name does not say enough. */
export function explainStatus(order: OrderRow, status: OrderStatus, refund: string | undefined): string[] {
  if (status === ORDER_OUT_FOR_DELIVERY && order.payment_status === 'pending')
    return [t('Please keep {amount} ready, to be paid on delivery.', { amount: formatPaise(order.final_amount) })];
  if (status === ORDER_RETURNED) return [t('The parcel could not be delivered.'), ...describeRefund(refund, true)];
  return [];
}
