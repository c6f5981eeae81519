import type { Db } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/orders.ts';
import { preparePaymentOptions, recordPaymentOutcome } from '#api/services/checkout/payment-confirmation.ts';
import { findPayment, toPayment } from '#api/services/payments/payments.ts';
import { hasRefund } from '#api/services/payments/refunds.ts';
import { failure, success } from '#lib/contract/texts.ts';
import { type Handlers, requireShopper } from './handler.ts';

/** The message for a payment that placed its orders, or came too late for them. */
async function paymentMessage(db: Db, payment: PaymentTable): Promise<{ message?: string }> {
  if (payment.status === 'paid') return { message: success.orderPlaced };
  return (await hasRefund(db, payment.id)) ? { message: failure.paymentTooLate } : {};
}

export const paymentHandlers: Pick<Handlers, 'getPayment' | 'confirmPayment'> = {
  getPayment: async (request) => {
    const { db, paymentProvider } = request.context;
    const payment = await findPayment(db, request.params.id, requireShopper(request).customerId);
    const options = await preparePaymentOptions(db, payment, paymentProvider);
    return { success: true, ...(await paymentMessage(db, payment)), data: await toPayment(db, payment, options) };
  },

  confirmPayment: async (request) => {
    const { db, paymentProvider: provider } = request.context;
    const { customerId } = requireShopper(request);
    const payment = await recordPaymentOutcome(db, { id: request.params.id, customerId, provider, body: request.body });
    return { success: true, ...(await paymentMessage(db, payment)), data: await toPayment(db, payment) };
  },
};
