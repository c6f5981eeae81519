import * as statuses from '#lib/contract/order-status.ts';
import type { Order } from '#lib/contract/orders.ts';
import { t } from '#lib/contract/text/t.ts';
import { toTitleCase } from './order-timeline.ts';

/** In title case (specification, entities). */
const labels = new Map<string, string>([
  [statuses.PAYMENT_PENDING, t('Payment Is Pending')],
  [statuses.ORDER_PLACED, t('Order Has Been Placed')],
  [statuses.ORDER_CONFIRMED, t('Order Is Confirmed')],
  [statuses.ORDER_DISPATCHED, t('Order Has Been Dispatched From Retailer')],
  [statuses.ORDER_PROCESSED, t('Order Is Processed By Wholesaler')],
  [statuses.ORDER_READY, t('Order Is Ready For Pickup')],
  [statuses.ORDER_OUT_FOR_DELIVERY, t('Order Is Out For Delivery')],
  [statuses.ORDER_DELIVERED, t('Order Is Delivered')],
  [statuses.ORDER_RETURNED, t('Order Is Returned To Origin')],
  [statuses.ORDER_CANCELLED, t('Order Is Cancelled')],
]);

/** An order's status as text; one of another store in its own words. */
export const statusLabel = (status: string): string => labels.get(status) ?? toTitleCase(status);

export const paymentStatusLabels: Record<NonNullable<Order['payment_status']>, string> = {
  pending: t('Pending'),
  paid: t('Paid'),
  failed: t('Failed'),
  refunded: t('Refunded'),
};
