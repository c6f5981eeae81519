/** Cash on delivery (`cod`), or paid online before dispatch (`prepaid`). */
export const paymentMethods = ['cod', 'prepaid'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What a shopper chooses between, in the order of the choice; UPI and cards (with netbanking) are both `prepaid`. */
export const paymentOptions = ['upi', 'card', 'cod'] as const;
export type PaymentOption = (typeof paymentOptions)[number];
