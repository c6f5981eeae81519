import * as z from 'zod/mini';
import { PROVIDER_TIMEOUT_MS, withTimeout } from '#api/services/concurrency.ts';
import { type PaymentCheckout, paymentCheckout } from '#lib/contract/payments.ts';
import { CURRENCY } from '#lib/rules/money.ts';
import type { BrowserModule } from './browser-module.ts';
import {
  type AmountDue,
  type OrderDue,
  type PaymentProvider,
  type PaymentReply,
  type ProviderOrder,
  ProviderUnreachable,
  type RefundDue,
  type RefundState,
} from './provider-interface.ts';

/** What the shop asks of a provider, as logs, metrics and `doctor` name it. */
export type ProviderOperation = 'createOrder' | 'getClientOptions' | 'verifyProof' | 'findPayment' | 'refund' | 'parseWebhook';

/** An id of a provider. */
const text = z.string().check(z.minLength(1), z.maxLength(200));

const orderReply = z.union([
  text,
  z.object({ id: text, session: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))) }),
]);

const optionsReply = z.record(z.string(), z.string());

const receivedParts = { providerOrder: text, providerPayment: text, amount: z.int(), currency: z.string() };

const paymentReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['received', 'authorised', 'failed']), received: z.object(receivedParts) }),
  z.object({ kind: z.literal('other') }),
]);

const eventReply = z.discriminatedUnion('kind', [
  ...paymentReply.def.options,
  z.object({
    kind: z.enum(['returned', 'return failed']),
    received: z.object({
      ...receivedParts,
      amount: z.optional(z.int()),
      refund: text,
      returned: z.int(),
      isDone: z.boolean(),
      shopRefund: z.optional(z.string()),
    }),
  }),
]);

const webhookReply = z.optional(z.object({ eventId: text, event: eventReply }));

const refundReply = z.enum(['pending', 'done', 'failed']);

/** Throws unless money in the answer is for this payment: the whole amount, in rupees, of its own order. */
function requireSamePayment(answer: PaymentReply, { amount }: AmountDue, providerOrder: string): PaymentReply {
  if (answer.kind === 'other' || answer.kind === 'failed') return answer;
  const { received } = answer;
  if (received.providerOrder === providerOrder && received.amount === amount && received.currency === CURRENCY) return answer;
  throw new Error(`the answer is about another payment: ${received.amount} ${received.currency} of ${received.providerOrder}`);
}

/** A provider whose calls end in time and return what the interface says, or throw `ProviderUnreachable`. */
export interface GuardedProvider extends Omit<PaymentProvider, 'createOrder' | 'getClientOptions' | 'findPayment' | 'refund'> {
  createOrder: (due: OrderDue) => Promise<ProviderOrder>;
  getClientOptions: (due: AmountDue, order: ProviderOrder) => Record<string, string>;
  findPayment?: (due: AmountDue, providerOrder: string) => Promise<PaymentReply>;
  refund?: (due: RefundDue) => Promise<RefundState>;
  browserModule?: BrowserModule | undefined;
}

/** The checkout as browsers get it: with the address of the browser module. Throws when it does not have its form. */
function describeCheckout(
  { name, checkout }: PaymentProvider,
  browserModule: BrowserModule | undefined,
): PaymentCheckout | undefined {
  const described = z.parse(z.optional(paymentCheckout), checkout);
  if (!browserModule) return described;
  return { provider: name, ...described, module: browserModule.path };
}

/** Applies the time limit to a provider's calls, validates their answers and calls `onFailure` for each failure. Throws if `checkout` is invalid. */
export function guardProvider(
  provider: PaymentProvider,
  onFailure: (operation: ProviderOperation, error: unknown) => void,
  browserModule?: BrowserModule,
): GuardedProvider {
  const fail = (operation: ProviderOperation, error: unknown): never => {
    onFailure(operation, error);
    throw new ProviderUnreachable(`${provider.name} failed in ${operation}`, { cause: error });
  };
  const ask = async <Result>(operation: ProviderOperation, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    try {
      const answer = Promise.try(work, AbortSignal.timeout(PROVIDER_TIMEOUT_MS));
      return await withTimeout(answer, PROVIDER_TIMEOUT_MS, () => new Error(`no answer in ${PROVIDER_TIMEOUT_MS} ms`));
    } catch (error) {
      return fail(operation, error);
    }
  };
  const compute = <Result>(operation: ProviderOperation, work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      return fail(operation, error);
    }
  };
  const { verifyProof, findPayment, refund, parseWebhook, readCallbackFailure } = provider;
  return {
    name: provider.name,
    checkout: describeCheckout(provider, browserModule),
    browserModule,
    createOrder: (due) =>
      ask('createOrder', async (signal) => {
        const created = z.parse(orderReply, await provider.createOrder(due, signal));
        return typeof created === 'string' ? { id: created } : created;
      }),
    getClientOptions: (due, { id, session }) =>
      compute('getClientOptions', () => z.parse(optionsReply, provider.getClientOptions(due, id, session))),
    ...(verifyProof && {
      verifyProof: (due, order, proof) =>
        compute('verifyProof', () => z.parse(z.optional(text), verifyProof.call(provider, due, order, proof))),
    }),
    ...(findPayment && {
      findPayment: (due, order) =>
        ask('findPayment', async (signal) =>
          requireSamePayment(z.parse(paymentReply, await findPayment.call(provider, due, order, signal)), due, order),
        ),
    }),
    ...(refund && {
      refund: (due) => ask('refund', async (signal) => z.parse(refundReply, await refund.call(provider, due, signal))),
    }),
    ...(parseWebhook && {
      parseWebhook: (body, headers) =>
        compute('parseWebhook', () => z.parse(webhookReply, parseWebhook.call(provider, body, headers))),
    }),
    ...(readCallbackFailure && { readCallbackFailure }),
  };
}
