/** What shoppers read about coupons. Specification 5 has the text for an invalid code. */
export const couponMessages = {
  required: 'Enter a coupon code',
  invalid: 'Invalid Code',
  expired: 'This coupon has expired',
  usedUp: 'This coupon has been used up',
  usedByYou: 'You have already used this coupon',
  /** `amount` is formatted. */
  minimum: (amount: string): string => `This coupon needs a cart of at least ${amount}`,
  /** A coupon that was applied is no longer valid. */
  removed: (code: string, reason: string): string => `Coupon ${code} was removed. ${withStop(reason)}`,
  /** A coupon that was entered before signing in is not valid. */
  notApplied: (code: string, reason: string): string => `Coupon ${code} was not applied. ${withStop(reason)}`,
} as const;

const withStop = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
