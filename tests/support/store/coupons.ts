import type { NewCoupon } from '#api/services/coupons/edit-coupons.ts';

/** A coupon of 10 % without limits; `more` replaces fields. Amounts in paise, times in ISO 8601. */
export const percentCoupon = (code: string, more: Partial<NewCoupon> = {}): NewCoupon => ({
  code,
  kind: 'percent',
  value: 10,
  minimum: 0,
  max_uses: null,
  max_uses_each: null,
  starts_at: null,
  ends_at: null,
  ...more,
});
