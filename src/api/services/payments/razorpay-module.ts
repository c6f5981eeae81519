import type { PaymentProviderModule } from './provider-module.ts';

/** Key ids for tests begin with this. */
const TEST_PREFIX = 'rzp_test_';

/** Razorpay, with the keys of its dashboard. */
export const razorpay: PaymentProviderModule = {
  name: 'razorpay',
  settings: [
    {
      name: 'RAZORPAY_KEY_ID',
      question: 'Razorpay key id',
      ifEmpty: 'for prepaid orders (Enter for cash on delivery only)',
    },
    { name: 'RAZORPAY_KEY_SECRET', question: 'Razorpay key secret', isSecret: true, isRequired: true },
    { name: 'RAZORPAY_WEBHOOK_SECRET', question: 'Razorpay webhook secret', ifEmpty: '(Enter for none)', isSecret: true },
    { name: 'RAZORPAY_URL', isUrl: true },
  ],
  packages: ['razorpay'],
  findWarnings: ({ RAZORPAY_KEY_ID }) =>
    RAZORPAY_KEY_ID?.startsWith(TEST_PREFIX)
      ? [
          {
            finding: 'Razorpay has a test key: prepaid orders are placed without any money',
            fix: 'Set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET to live keys before the shop sells',
          },
        ]
      : [],
  connect: async (values) => {
    const { createRazorpayProvider } = await import('./razorpay.ts');
    const { RAZORPAY_KEY_ID = '', RAZORPAY_KEY_SECRET = '', RAZORPAY_WEBHOOK_SECRET, RAZORPAY_URL } = values;
    const keys = { keyId: RAZORPAY_KEY_ID, keySecret: RAZORPAY_KEY_SECRET, webhookSecret: RAZORPAY_WEBHOOK_SECRET };
    return createRazorpayProvider({ ...keys, url: RAZORPAY_URL });
  },
};
