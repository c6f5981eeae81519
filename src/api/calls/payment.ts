import type { Db } from '#api/database/open.ts';
import type { PaymentTable } from '#api/database/tables/orders.ts';
import { confirm, paymentOptions } from '#api/services/payment-flow.ts';
import { findPayment, toPayment } from '#api/services/payments.ts';
import { hasRefund } from '#api/services/refunds.ts';
import { failure, success } from '#lib/contract/messages.ts';
import { type Handlers, shopperOf } from './handler.ts';

/** What to say of a payment beside its status: that it placed the orders, or that it came too late for them. */
async function remark(db: Db, payment: PaymentTable): Promise<{ message?: string }> {
  if (payment.status === 'paid') return { message: success.orderPlaced };
  return (await hasRefund(db, payment.id)) ? { message: failure.paymentTooLate } : {};
}

export const paymentCalls: Pick<Handlers, 'getPayment' | 'confirmPayment'> = {
  getPayment: async (request) => {
    const { db, paymentProvider } = request.shop;
    const payment = await findPayment(db, request.params.id, shopperOf(request).customerId);
    const options = await paymentOptions(db, payment, paymentProvider);
    return { success: true, ...(await remark(db, payment)), data: await toPayment(db, payment, options) };
  },

  confirmPayment: async (request) => {
    const { db, paymentProvider: provider } = request.shop;
    const { customerId } = shopperOf(request);
    const payment = await confirm(db, { id: request.params.id, customerId, provider, body: request.body });
    return { success: true, ...(await remark(db, payment)), data: await toPayment(db, payment) };
  },
};
