import type { CouponTable } from '#api/database/schema/coupons.ts';

/** Whether a coupon's time has begun at `now` (ISO 8601); one without a start is valid at once. */
export const hasCouponStarted = ({ starts_at }: Pick<CouponTable, 'starts_at'>, now: string): boolean =>
  !starts_at || starts_at <= now;

/** Whether a coupon's time is over at `now` (ISO 8601). */
export const hasCouponEnded = ({ ends_at }: Pick<CouponTable, 'ends_at'>, now: string): boolean => !!ends_at && ends_at <= now;

/** Whether a limit on uses is reached; null means no limit. */
export const isUseLimitReached = (limit: number | null, uses: number): boolean => limit !== null && uses >= limit;

/** The state of a coupon at `now` (ISO 8601), as the owner sees it. */
export function findCouponState(
  coupon: Pick<CouponTable, 'starts_at' | 'ends_at' | 'max_uses' | 'uses'>,
  now: string,
): 'open' | 'not yet' | 'ended' | 'used up' {
  if (hasCouponEnded(coupon, now)) return 'ended';
  if (!hasCouponStarted(coupon, now)) return 'not yet';
  return isUseLimitReached(coupon.max_uses, coupon.uses) ? 'used up' : 'open';
}
