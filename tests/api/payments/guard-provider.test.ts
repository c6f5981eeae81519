import { expect, test, vi } from 'vitest';
import { type GuardedProvider, guardProvider, type ProviderOperation } from '#api/services/payments/guard-provider.ts';
import { type PaymentProvider, ProviderUnreachable } from '#api/services/payments/provider-interface.ts';

const due = { id: 'a', amount: 500 };
const orderDue = { ...due, customer: { id: '1', name: 'Asha', email: '', phone: '9876543210' }, returnUrl: 'http://shop.test/' };
const refundDue = { id: 'RF1', amount: 500, providerOrder: 'o', providerPayment: 'p' };

const calls: Record<ProviderOperation, (provider: GuardedProvider) => unknown> = {
  createOrder: (provider) => provider.createOrder(orderDue),
  getClientOptions: (provider) => provider.getClientOptions(due, { id: 'o' }),
  verifyProof: (provider) => provider.verifyProof?.(due, 'o', {}),
  findPayment: (provider) => provider.findPayment?.(due, 'o'),
  refund: (provider) => provider.refund?.(refundDue),
  parseWebhook: (provider) => provider.parseWebhook?.('{}', new Headers()),
};

/** Guards a provider that answers every call by `answer`, and makes each call. */
async function callAll(answer: () => unknown) {
  const failed: [ProviderOperation, unknown][] = [];
  const every = Object.fromEntries(Object.keys(calls).map((name) => [name, answer]));
  const guarded = guardProvider({ name: 'any', ...every } as unknown as PaymentProvider, (...failure) => failed.push(failure));
  const outcomes = await Promise.all(
    Object.values(calls).map(async (call) => {
      try {
        return await call(guarded);
      } catch (error) {
        return error instanceof ProviderUnreachable ? 'unreachable' : error;
      }
    }),
  );
  return { outcomes, failed };
}

const names = Object.keys(calls);

test.each([
  [
    'throws',
    () => {
      throw new Error('out of order');
    },
  ],
  [
    'throws a text',
    () => {
      throw 'no';
    },
  ],
  ['answers a number', () => 7],
  ['answers null', () => null],
  ['answers an object of its own', () => ({ kind: 'received', state: 'done', nested: {} })],
  ['answers an id that is too long', () => 'x'.repeat(5000)],
])('a provider that %s is unreachable in every call, and each failure is reported', async (_, answer) => {
  const { outcomes, failed } = await callAll(answer);
  expect(outcomes).toEqual(names.map(() => 'unreachable'));
  expect(failed.map(([operation]) => operation).toSorted()).toEqual(names.toSorted());
});

test('a provider that hangs is given up after five seconds, whatever it does later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const guarded = guardProvider(
      { name: 'any', createOrder: () => new Promise(() => {}), getClientOptions: () => ({}) },
      () => {},
    );
    const created = guarded.createOrder(orderDue).catch((error: Error) => (error.cause as Error).message);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await created).toBe('no answer in 5000 ms');
  } finally {
    vi.useRealTimers();
  }
});

test('an answer is taken only for the same order, the whole amount and rupees', async () => {
  const received = { providerOrder: 'o', providerPayment: 'p', amount: 500, currency: 'INR' };
  const answers = [
    [received, true],
    [{ ...received, amount: 499 }, false],
    [{ ...received, amount: 501 }, false],
    [{ ...received, currency: 'USD' }, false],
    [{ ...received, providerOrder: 'other' }, false],
  ] as const;
  for (const [answer, isTaken] of answers) {
    const provider: PaymentProvider = {
      name: 'any',
      createOrder: async () => 'o',
      getClientOptions: () => ({}),
      findPayment: async () => ({ kind: 'received', received: answer }),
    };
    const found = guardProvider(provider, () => {}).findPayment?.(due, 'o');
    if (isTaken) expect(await found).toEqual({ kind: 'received', received: answer });
    else await expect(found).rejects.toThrow(ProviderUnreachable);
  }
});

test('an order may be an id, or an id with what the browser needs', async () => {
  const create = (answer: unknown) =>
    guardProvider({ name: 'any', createOrder: async () => answer as string, getClientOptions: () => ({}) }, () => {}).createOrder(
      orderDue,
    );
  expect(await create('o')).toEqual({ id: 'o' });
  expect(await create({ id: 'o', session: 's' })).toEqual({ id: 'o', session: 's' });
});
