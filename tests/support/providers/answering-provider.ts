import type { PaymentProvider } from '#api/services/payments/provider-interface.ts';
import type { ChosenProvider } from '#api/services/payments/provider-module.ts';

/** A provider whose calls a test decides, and the orders it was asked about. */
export interface AnsweringProvider extends ChosenProvider {
  /** Replaces calls until the next change. */
  answer: (calls: Partial<PaymentProvider>) => void;
  /** The orders that `findPayment` was asked about. */
  asked: string[];
}

/** The answer that an order has been paid with `amount` paise. */
export const paidWith = (order: string, amount: number) =>
  ({ kind: 'received', received: { providerOrder: order, providerPayment: `pay_${order}`, amount, currency: 'INR' } }) as const;

/** A provider named `answers`: it creates the order `order_<payment>`, and knows of no money until told. */
export function createAnsweringProvider(): AnsweringProvider {
  const plain: PaymentProvider = {
    name: 'answers',
    createOrder: async ({ id }) => `order_${id}`,
    getClientOptions: (_due, order) => ({ order }),
    findPayment: async () => ({ kind: 'other' }),
    refund: async () => 'done',
    parseWebhook: (body) => JSON.parse(body),
  };
  let calls = plain;
  const asked: string[] = [];
  const provider: PaymentProvider = {
    name: plain.name,
    createOrder: (...given) => calls.createOrder(...given),
    getClientOptions: (...given) => calls.getClientOptions(...given),
    findPayment: async (due, order, signal) => {
      asked.push(order);
      return (await calls.findPayment?.(due, order, signal)) ?? { kind: 'other' };
    },
    refund: async (due, signal) => (await calls.refund?.(due, signal)) ?? 'failed',
    parseWebhook: (...given) => calls.parseWebhook?.(...given),
  };
  return {
    asked,
    answer: (changed) => {
      calls = { ...plain, ...changed };
    },
    provider: { name: plain.name, settings: [{ name: 'ANSWERS_KEY' }], connect: async () => provider },
    values: { ANSWERS_KEY: 'key' },
  };
}
