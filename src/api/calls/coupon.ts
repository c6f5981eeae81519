import { applyCoupon } from '#api/services/coupons.ts';
import { countTries } from '#api/services/rate-limits.ts';
import { success } from '#lib/contract/messages.ts';
import { clientAddress } from './client-address.ts';
import { type Handlers, shopperOf } from './handler.ts';

export const couponCalls: Pick<Handlers, 'applyCoupon'> = {
  applyCoupon: async (request) => {
    const { customerId } = shopperOf(request);
    const { shop, headers, body } = request;
    await countTries(shop.db, 'coupon', { address: clientAddress(headers), account: String(customerId) });
    const coupon = await applyCoupon(shop.db, customerId, body.coupon_code);
    return { success: true, message: success.couponApplied, data: { coupon } };
  },
};
