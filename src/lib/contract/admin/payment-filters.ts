/** How an order is or was paid, as the list filters it; `cod-unconfirmed` is on delivery, not shipped yet and not confirmed by phone. */
export const paymentFilters = ['cod', 'cod-unconfirmed', 'prepaid', 'paid', 'unpaid'] as const;
export type PaymentFilter = (typeof paymentFilters)[number];
