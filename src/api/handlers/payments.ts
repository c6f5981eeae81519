import type { Db } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import { changeToPayOnDelivery } from '#api/services/checkout/change-to-cod.ts';
import { preparePaymentOptions, recordPaymentOutcome } from '#api/services/checkout/payment-confirmation.ts';
import { withAddressLimitReported } from '#api/services/checkout/report-address-limit.ts';
import { expireIfDue } from '#api/services/orders/expire-holds.ts';
import { findPayment, findPendingPayment, toPayment } from '#api/services/payments/payments.ts';
import { testProvider } from '#api/services/payments/test-provider.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { Payment } from '#lib/contract/payments.ts';
import { type CallContext, type Handlers, requireShopper } from './call-context.ts';
import { readCheckoutOrigin } from './http/checkout-origin.ts';
import { requireDemoLink } from './http/demo-link.ts';

/** The reply with a payment; its message says that the orders are placed, or that the money came too late for them. */
async function replyPayment(db: Db, row: PaymentTable, options?: Record<string, string>) {
  const data: Payment = await toPayment(db, row, options);
  const isPlaced = data.status === 'paid' || data.payment_method === 'cod';
  const message = isPlaced ? success.orderPlaced : data.refund ? failure.paymentTooLate : undefined;
  return { success: true as const, ...(message && { message }), data };
}

/** The reply with a payment as it is now, and with the provider's options while it can be made. */
async function replyCurrent({ db, paymentProvider }: CallContext, found: PaymentTable) {
  const { payment, options } = await preparePaymentOptions(db, await expireIfDue(db, found), paymentProvider);
  return replyPayment(db, payment, options);
}

export const paymentHandlers: Pick<Handlers, 'getPayment' | 'getPendingPayment' | 'confirmPayment' | 'payOnDelivery'> = {
  getPayment: async (request) => {
    const { customerId } = requireShopper(request);
    return replyCurrent(request.context, await findPayment(request.context.db, request.params.id, customerId));
  },

  getPendingPayment: async (request) => {
    const { customerId } = requireShopper(request);
    const found = await findPendingPayment(request.context.db, customerId);
    return found ? replyCurrent(request.context, found) : { success: true, data: null };
  },

  confirmPayment: async (request) => {
    const { db, paymentProvider: provider } = request.context;
    const { customerId } = requireShopper(request);
    if (provider === testProvider) requireDemoLink(request);
    return replyPayment(db, await recordPaymentOutcome(db, { id: request.params.id, customerId, provider, body: request.body }));
  },

  payOnDelivery: async (request) => {
    const { db } = request.context;
    const shopper = requireShopper(request);
    const how = { origin: readCheckoutOrigin(request), expectedFee: request.body.expected_fee };
    const change = () => write(db, (tx) => changeToPayOnDelivery(tx, shopper, request.params.id, how));
    return replyPayment(db, await withAddressLimitReported(db, { shopper, ...how }, change));
  },
};
