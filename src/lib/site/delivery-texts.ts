import type { DeliveryQuote } from '#lib/contract/delivery.ts';
import { notServed } from '#lib/contract/messages/failures.ts';
import { ORDER_CANCELLED, ORDER_DELIVERED, ORDER_RETURNED, PAYMENT_PENDING } from '#lib/contract/order-status.ts';
import type { Order } from '#lib/contract/orders.ts';
import { t } from '#lib/contract/text/t.ts';
import { describeCharges } from '#lib/rules/charge-texts.ts';
import { toCharges } from '#lib/rules/charges.ts';
import { formatDeliveryDate } from '#lib/rules/dates.ts';

const arrived: ReadonlySet<string> = new Set([ORDER_CANCELLED, ORDER_DELIVERED, ORDER_RETURNED, PAYMENT_PENDING]);

/** When an order on its way arrives, such as "by Thu, 3 Dec"; undefined once it has, will not, or where the store did not say. */
export const describeArrival = ({ deliver_by, status }: Pick<Order, 'deliver_by' | 'status'>): string | undefined =>
  deliver_by && !arrived.has(status) ? formatDeliveryDate(deliver_by) : undefined;

/** Cancelling costs nothing, and is possible in every status before a parcel leaves (specification, order details). */
export const CANCEL_PROMISE = t('Cancel free until it ships');

/** What shipping costs in totals while the pincode is not known. */
export const BY_PINCODE = t('Depends on pincode');

/** A quote in sentences: "Delivers to Kochi, Kerala by Thu, 3 Dec. Shipping ₹49.00." `charges` are those of a quote that has none. */
export function describeDelivery(where: { pincode: string; place: string; charges: string }, quote?: DeliveryQuote): string {
  if (quote?.served === false) return notServed(where.pincode);
  const place = where.place || where.pincode;
  const arrival = quote?.by
    ? t('Delivers to {place} {by}.', { place, by: formatDeliveryDate(quote.by) })
    : t('Delivers to {place}.', { place });
  const charges = quote?.shipping ? describeCharges(toCharges(quote.shipping)) : where.charges;
  const noCod = quote?.cod === false ? t('No cash on delivery.') : '';
  return [arrival, charges, noCod].filter(Boolean).join(' ');
}
