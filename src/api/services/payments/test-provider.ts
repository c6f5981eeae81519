import type { PaymentProvider } from './provider.ts';

/** The provider of a demo shop: no money moves, and it says so. Whoever says that they have paid, has. */
export const testProvider: PaymentProvider = {
  name: 'test',
  createOrder: async ({ id }) => `test_${id}`,
  getClientOptions: () => ({ notice: 'This is a test payment. No money moves.' }),
  verifyProof: ({ id }) => `test_payment_${id}`,
};
