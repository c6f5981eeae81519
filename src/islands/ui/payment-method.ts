import type { Order } from '#lib/contract/orders.ts';

export const COD_LABEL = 'Cash on Delivery (COD)';

export const isPrepaid = ({ payment_method }: Pick<Order, 'payment_method'>): boolean => payment_method !== 'cod';

/** The payment method of an order as text. */
export const paymentLabel = (order: Pick<Order, 'payment_method'>): string => (isPrepaid(order) ? 'Prepaid' : COD_LABEL);
