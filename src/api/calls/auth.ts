import { failure, success } from '#lib/contract/messages.ts';
import { write } from '../database/open.ts';
import { findOrAddCustomer, setCustomerDetails } from '../services/customers.ts';
import { createOtp, withOtp } from '../services/otp.ts';
import { Refusal } from '../services/refusal.ts';
import { openSession, toCustomer } from '../services/sessions.ts';
import { type Handlers, shopperOf } from './handler.ts';

export const authCalls: Pick<Handlers, 'otpSend' | 'otpVerifyCheckout' | 'updateUserDetails'> = {
  otpSend: async ({ shop, body }) => {
    if (!shop.demoMode) throw new Refusal(503, failure.otpUnavailable);
    const otp = await createOtp(shop.db, body.mobile, 'checkout');
    return { success: true, message: success.otpSent, data: { otp } };
  },

  otpVerifyCheckout: async ({ shop, body }) => {
    const proof = { phone: body.mobile, purpose: 'checkout', code: body.otp } as const;
    const data = await withOtp(shop.db, proof, async (tx) => {
      const customer = await findOrAddCustomer(tx, body.mobile);
      return {
        token: await openSession(tx, customer.id),
        customer: toCustomer(customer),
        is_existing_customer: customer.firstname !== '',
      };
    });
    return { success: true, message: success.otpVerified, data };
  },

  updateUserDetails: async (request) => {
    const { customerId, token } = shopperOf(request);
    const customer = await write(request.shop.db, (tx) => setCustomerDetails(tx, customerId, request.body));
    return { success: true, data: { token, customer: toCustomer(customer), is_existing_customer: true } };
  },
};
