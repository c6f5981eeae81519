/** What has changed about a cart line since it was added. `price` is formatted. */
export const priceIsNow = (price: string): string => `Price is now ${price}`;
export const quantityLowered = (left: number): string => `Only ${left} left, quantity lowered`;

/** Reasons of cancellations for which no one gave one, shown in the order's timeline. */
export const defaultCancelReasons = {
  failed: 'The payment failed',
  abandoned: 'The payment was not made',
  expired: 'The payment did not arrive in time',
  reordered: 'The cart was ordered again',
  byShop: 'Cancelled by the shop',
} as const;

/** On the payment page of a demo shop. */
export const testPaymentNotice = 'This is a test payment. No money moves.';
