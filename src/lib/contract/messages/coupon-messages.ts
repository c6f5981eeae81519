import { t } from '#lib/contract/text/t.ts';

/** What shoppers read about coupons. Specification 5 has the text for an invalid code. */
export const couponMessages = {
  required: t('Enter a coupon code'),
  invalid: t('Invalid Code'),
  expired: t('This coupon has expired'),
  usedUp: t('This coupon has been used up'),
  usedByYou: t('You have already used this coupon'),
  /** `amount` is formatted. */
  minimum: (amount: string): string => t('This coupon needs a cart of at least {amount}', { amount }),
  /** A coupon that was applied is no longer valid. */
  removed: (code: string, reason: string): string => t('Coupon {code} was removed. {reason}', { code, reason: withStop(reason) }),
  /** A coupon that was entered before signing in is not valid. */
  notApplied: (code: string, reason: string): string =>
    t('Coupon {code} was not applied. {reason}', { code, reason: withStop(reason) }),
} as const;

const withStop = (text: string): string => (/\p{Po}$/u.test(text) ? text : `${text}.`);
