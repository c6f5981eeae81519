import { previewCoupon, previewGuestCoupon } from '#api/services/coupons/check-coupon.ts';
import { isCouponCode } from '#api/services/coupons/coupon-code.ts';
import { listOffers } from '#api/services/coupons/list-offers.ts';
import { enforceRateLimit, peekRateLimit } from '#api/services/limits/enforce-rate-limits.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type CallContext, type Handlers, requireCustomer } from './call-context.ts';
import { toLineRequests } from './cart.ts';
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

export const couponHandlers: Pick<Handlers, 'applyCoupon' | 'getOffers'> = {
  applyCoupon: async (request) => {
    const { coupon_code, items } = request.body;
    const { db } = request.context;
    const customer = items ? undefined : requireCustomer(request);
    await enforceCouponLimit(request, customer?.customerId, coupon_code);
    const coupon = customer
      ? await previewCoupon(db, customer.customerId, coupon_code)
      : await previewGuestCoupon(db, toLineRequests(items ?? []), coupon_code);
    return { success: true, message: success.couponApplied, data: { coupon } };
  },

  getOffers: async ({ context }) => ({ success: true, data: await listOffers(context.db) }),
};
