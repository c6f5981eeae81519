import type { PaymentProvider } from './provider.ts';

/** The provider of a demo shop: no money moves, and it says so. Whoever says that they have paid, has. */
export const testProvider: PaymentProvider = {
  name: 'test',
  open: async ({ id }) => `test_${id}`,
  options: () => ({ notice: 'This is a test payment. No money moves.' }),
  verify: ({ id }) => `test_payment_${id}`,
};
