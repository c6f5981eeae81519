import type { Order } from '#lib/contract/orders.ts';

export const COD_LABEL = 'Cash on Delivery (COD)';
const PREPAID_LABEL = 'Prepaid';

export const isPrepaid = ({ payment_method }: Pick<Order, 'payment_method'>): boolean => payment_method !== 'cod';

/** The payment method of an order as text. */
export const paymentLabel = (order: Pick<Order, 'payment_method'>): string => (isPrepaid(order) ? PREPAID_LABEL : COD_LABEL);

/** The same on an invoice. */
export const invoicePaymentLabel = (order: Pick<Order, 'payment_method'>): string =>
  isPrepaid(order) ? PREPAID_LABEL : 'Cash on delivery';
