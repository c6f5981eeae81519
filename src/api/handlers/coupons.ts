import { previewCoupon } from '#api/services/coupons/check-coupon.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type Handlers, requireShopper } from './call-context.ts';
import { enforceCouponLimit } from './enforce-coupon-limit.ts';

export const couponHandlers: Pick<Handlers, 'applyCoupon'> = {
  applyCoupon: async (request) => {
    const { customerId } = requireShopper(request);
    const { coupon_code } = request.body;
    await enforceCouponLimit(request, customerId, coupon_code);
    const coupon = await previewCoupon(request.context.db, customerId, coupon_code);
    return { success: true, message: success.couponApplied, data: { coupon } };
  },
};
