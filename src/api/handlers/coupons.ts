import type { Db } from '#api/database/schema/engine.ts';
import { previewCoupon, previewGuestCoupon } from '#api/services/coupons/check-coupon.ts';
import { isCouponCode } from '#api/services/coupons/coupon-code.ts';
import { listOffers } from '#api/services/coupons/list-offers.ts';
import { enforceRateLimit, peekRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type Handlers, requireCustomer } from './call-context.ts';
import { toLineRequests } from './cart.ts';

/**
 * Rate limits guesses of coupon codes, of `applyCoupon` and checkout together. Counts unknown codes only, because the site checks an applied
 * coupon again whenever the cart changes. A guest's count by address alone. Throws a `Refusal` (429).
 */
export async function enforceCouponLimit(
  { db, ipAddress }: { db: Db; ipAddress: string },
  customerId: number | undefined,
  code: string,
): Promise<void> {
  const subject = { address: ipAddress, account: customerId?.toString() };
  if (!(await isCouponCode(db, code))) return enforceRateLimit(db, 'coupon', subject);
  const exceeded = await peekRateLimit(db, 'coupon', subject);
  if (exceeded) throw exceeded.refusal;
}

export const couponHandlers = {
  applyCoupon: async (request) => {
    const { coupon_code, items } = request.body;
    const { db } = request;
    const customer = items ? undefined : requireCustomer(request.shopper);
    await enforceCouponLimit(request, customer?.customerId, coupon_code);
    const coupon = customer
      ? await previewCoupon(db, customer.customerId, coupon_code)
      : await previewGuestCoupon(db, toLineRequests(items ?? []), coupon_code);
    return { success: true, message: success.couponApplied, data: { coupon } };
  },

  getOffers: async ({ db }) => ({ success: true, data: await listOffers(db) }),
} satisfies Partial<Handlers>;
