import { previewCoupon } from '#api/services/coupons/coupons.ts';
import { enforceRateLimit } from '#api/services/limits/rate-limits.ts';
import { success } from '#lib/contract/texts.ts';
import { type Handlers, requireShopper } from './handler.ts';
import { readIpAddress } from './http/client-address.ts';

export const couponCalls: Pick<Handlers, 'applyCoupon'> = {
  applyCoupon: async (request) => {
    const { customerId } = requireShopper(request);
    const { context: shop, headers, body } = request;
    await enforceRateLimit(shop.db, 'coupon', { address: readIpAddress(headers), account: String(customerId) });
    const coupon = await previewCoupon(shop.db, customerId, body.coupon_code);
    return { success: true, message: success.couponApplied, data: { coupon } };
  },
};
