import { testPaymentNotice } from '#lib/contract/messages/notices.ts';
import type { PaymentProvider } from './provider-interface.ts';
import type { PaymentProviderModule } from './provider-module.ts';
import { razorpay } from './razorpay-module.ts';

/** The providers that a shop can be set up with. Another one is an import and an entry here. */
export const paymentProviders: readonly PaymentProviderModule[] = [razorpay];

/** Payment provider of a demo shop: accepts every proof; no money moves. It keeps no payments that it could be asked about. */
export const testProvider: PaymentProvider = {
  name: 'test',
  createOrder: async ({ id }) => `test_${id}`,
  getClientOptions: () => ({ notice: testPaymentNotice }),
  verifyProof: ({ id }) => `test_payment_${id}`,
  refund: async () => 'done',
};
