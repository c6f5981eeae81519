import type { PaymentCheckout } from '#lib/contract/payments.ts';

/** Whether the provider's window opens with the way to pay that was chosen at the checkout; others ask again. */
export const opensChosenOption = (checkout: PaymentCheckout | undefined): boolean => checkout?.provider === 'razorpay';
