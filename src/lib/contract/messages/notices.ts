import { t } from '#lib/contract/text/t.ts';

/** What has changed about a cart line since it was added. `price` is formatted. */
export const priceIsNow = (price: string): string => t('Price is now {price}', { price });
export const priceWentUp = (from: string, price: string): string => t('Price went up from {from} to {price}.', { from, price });
export const priceWentDown = (from: string, price: string): string =>
  t('Price went down from {from} to {price}.', { from, price });
export const quantityLowered = (left: number): string => t('Only {left} left, quantity lowered', { left });

/** Reasons of cancellations for which no one gave one, shown in the order's timeline. */
export const defaultCancelReasons = {
  failed: t('The payment failed'),
  abandoned: t('The payment was not made'),
  expired: t('The payment did not arrive in time'),
  reordered: t('The cart was ordered again'),
  byShop: t('Cancelled by the shop'),
} as const;

/** On the payment page of a demo shop. */
export const testPaymentNotice = t('This is a test payment. No money moves.');
