import { previewCoupon } from '#api/services/coupons/coupons.ts';
import { enforceRateLimit } from '#api/services/limits/rate-limits.ts';
import { success } from '#lib/contract/texts.ts';
import { type CallContext, type Handlers, requireShopper } from './handler.ts';
import { readIpAddress } from './http/client-address.ts';

/** Rate limits attempts with coupon codes, of `applyCoupon` and checkout together. Throws a `Refusal` (429). */
export const enforceCouponLimit = (
  { context, headers }: { context: CallContext; headers: Headers },
  customerId: number,
): Promise<void> => enforceRateLimit(context.db, 'coupon', { address: readIpAddress(headers), account: String(customerId) });

export const couponHandlers: Pick<Handlers, 'applyCoupon'> = {
  applyCoupon: async (request) => {
    const { customerId } = requireShopper(request);
    await enforceCouponLimit(request, customerId);
    const coupon = await previewCoupon(request.context.db, customerId, request.body.coupon_code);
    return { success: true, message: success.couponApplied, data: { coupon } };
  },
};
