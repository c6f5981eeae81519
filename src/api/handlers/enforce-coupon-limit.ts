import { isCouponCode } from '#api/services/coupons/coupon-code.ts';
import { enforceRateLimit, peekRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import type { CallContext } from './call-context.ts';
import { readIpAddress } from './http/read-ip-address.ts';

/**
 * Rate limits guesses of coupon codes, of `applyCoupon` and checkout together. Counts unknown codes only, because the site checks an applied
 * coupon again whenever the cart changes. A guest's count by address alone. Throws a `Refusal` (429).
 */
export async function enforceCouponLimit(
  { context: { db }, headers }: { context: CallContext; headers: Headers },
  customerId: number | undefined,
  code: string,
): Promise<void> {
  const subject = { address: readIpAddress(headers), account: customerId?.toString() };
  if (!(await isCouponCode(db, code))) return enforceRateLimit(db, 'coupon', subject);
  const exceeded = await peekRateLimit(db, 'coupon', subject);
  if (exceeded) throw exceeded.refusal;
}
