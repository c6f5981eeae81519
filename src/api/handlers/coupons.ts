import { previewCoupon, previewGuestCoupon } from '#api/services/coupons/check-coupon.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { type Handlers, requireCustomer } from './call-context.ts';
import { toLineRequests } from './cart.ts';
import { enforceCouponLimit } from './enforce-coupon-limit.ts';

export const couponHandlers: Pick<Handlers, 'applyCoupon'> = {
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
};
