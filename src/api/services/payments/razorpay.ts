import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import { PROVIDER_TIMEOUT_MS } from '#api/services/concurrency.ts';
import { isSameSecret } from '#api/services/hashing.ts';
import { PAYMENT_HOLD_MINUTES } from '#lib/contract/lifetimes.ts';
import type { PaymentCheckout } from '#lib/contract/payments.ts';
import { MAX_PROVIDER_REPLY_BYTES } from '#lib/rules/http/fetch-text.ts';
import { CURRENCY } from '#lib/rules/money.ts';
import type { AmountDue, PaymentEvent, PaymentProvider, PaymentReply, RefundDue, RefundState } from './provider-interface.ts';

interface RazorpaySettings {
  keyId: string;
  keySecret: string;
  /** Signing secret of webhooks; without it, webhooks are refused. */
  webhookSecret?: string | undefined;
  /** Base URL of the API and of the checkout's script; defaults to Razorpay's own. */
  url?: string | undefined;
}

const SIGNATURE_HEADER = 'x-razorpay-signature';
const EVENT_ID_HEADER = 'x-razorpay-event-id';

const SCRIPT_PATH = '/v1/checkout.js';
const DEFAULT_SCRIPT_ORIGIN = 'https://checkout.razorpay.com';

/** Its checkout loads scripts, pictures and frames from several of its hosts, which it does not list. */
const DEFAULT_ORIGINS = ['https://*.razorpay.com'];

/** The reason in a callback's error when the shopper left the payment page. */
const CANCELLED = 'payment_cancelled';

/** Captures payments automatically; a payment that the bank confirms after the hold is refunded. Periods in minutes. */
const capture = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: PAYMENT_HOLD_MINUTES, manual_expiry_period: 7200, refund_speed: 'normal' },
} as const;

/** The package's HTTP client, which has no timeout by default and no option for one. */
interface WithHttpClient {
  rq: {
    defaults: { baseURL: string; timeout: number; maxRedirects: number; maxContentLength: number };
    post: (url: string, body: unknown, options: { headers: Record<string, string> }) => Promise<{ data: unknown }>;
  };
}

const createdOrderSchema = z.object({ id: z.string().check(z.minLength(1)) });

const paymentPart = {
  payment: z.object({
    entity: z.object({ id: z.string(), order_id: z.string(), amount: z.int(), currency: z.string() }),
  }),
};

/** An authorised payment is captured by itself, and a failed attempt may be followed by another. */
const paymentKinds = {
  'payment.authorized': 'authorised',
  'payment.failed': 'failed',
  'payment.captured': 'received',
  'order.paid': 'received',
} as const;

/** The payments of an order; the first of these statuses that one has decides. */
const paymentsSchema = z.object({
  items: z.array(z.extend(paymentPart.payment.shape.entity, { status: z.string() })),
});
const answers = [
  ['captured', 'received'],
  ['authorized', 'authorised'],
] as const;

const refundSchema = z.object({
  receipt: z.optional(z.nullable(z.string())),
  status: z.enum(['pending', 'processed', 'failed']),
});
const refundsSchema = z.object({ items: z.array(refundSchema) });
const refundStates = { pending: 'pending', processed: 'done', failed: 'failed' } as const;

/** Most refunds of a payment that Razorpay lists at once. */
const MAX_REFUNDS = 100;

const receivedSchema = z.object({
  event: z.enum(['payment.authorized', 'payment.failed', 'payment.captured', 'order.paid']),
  payload: z.object(paymentPart),
});

const returnedSchema = z.object({
  event: z.enum(['refund.created', 'refund.processed', 'refund.failed']),
  payload: z.object({
    ...paymentPart,
    refund: z.object({
      entity: z.object({ id: z.string(), amount: z.int(), receipt: z.optional(z.nullable(z.string())) }),
    }),
  }),
});

const proofSchema = z.object({ razorpay_payment_id: z.string(), razorpay_signature: z.string() });

const isSignedBy = (secret: string, text: string, signature: string): boolean =>
  isSameSecret(signature, createHmac('sha256', secret).update(text).digest('hex'));

async function connect({ keyId, keySecret, url }: RazorpaySettings) {
  const { default: Razorpay } = await import('razorpay');
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const { defaults } = (client.api as unknown as WithHttpClient).rq;
  defaults.timeout = PROVIDER_TIMEOUT_MS;
  defaults.maxRedirects = 0;
  defaults.maxContentLength = MAX_PROVIDER_REPLY_BYTES;
  if (url) defaults.baseURL = url;
  return client;
}

/** The HTTP status of an error, if it has one; the package throws plain objects, its HTTP client an error with the response. */
function readErrorStatus(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('statusCode' in error) return error.statusCode;
  return 'response' in error ? (error.response as { status?: unknown } | undefined)?.status : undefined;
}

type PaymentEntity = z.output<typeof receivedSchema>['payload']['payment']['entity'];

const toReceived = ({ id, order_id, amount, currency }: PaymentEntity) => ({
  providerOrder: order_id,
  providerPayment: id,
  amount,
  currency,
});

function parseEvent(body: string): PaymentEvent {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return { kind: 'other' };
  }
  const received = z.safeParse(receivedSchema, message);
  if (received.success) {
    const { event, payload } = received.data;
    return { kind: paymentKinds[event], received: toReceived(payload.payment.entity) };
  }
  const returned = z.safeParse(returnedSchema, message);
  if (!returned.success) return { kind: 'other' };
  const { event, payload } = returned.data;
  return {
    kind: event === 'refund.failed' ? 'return failed' : 'returned',
    received: {
      ...toReceived(payload.payment.entity),
      refund: payload.refund.entity.id,
      returned: payload.refund.entity.amount,
      isDone: event === 'refund.processed',
      shopRefund: payload.refund.entity.receipt ?? '',
    },
  };
}

/**
 * The same id for every delivery of an event. That of a refund comes from the signed body, because each counts once; the header is not
 * signed.
 */
function identifyEvent(event: PaymentEvent, body: string, header: string | null): string {
  if (event.kind === 'returned' || event.kind === 'return failed')
    return `${event.kind} ${event.received.isDone} ${event.received.refund}`;
  return header || createHash('sha256').update(body).digest('base64url');
}

function describeCheckout(url: string | undefined): PaymentCheckout {
  const origin = url?.replace(/\/+$/, '') ?? DEFAULT_SCRIPT_ORIGIN;
  return {
    provider: 'razorpay',
    opens_choice: true,
    script: `${origin}${SCRIPT_PATH}`,
    ...(!url && { origins: DEFAULT_ORIGINS }),
  };
}

/** Razorpay as payment provider: one Razorpay order for each payment, its checkout in the browser, and its webhooks. */
export function createRazorpayProvider(settings: RazorpaySettings): PaymentProvider {
  const { keyId, keySecret, webhookSecret } = settings;
  let client: ReturnType<typeof connect> | undefined;

  /** Runs a request; the package throws plain objects. Its own timeout starts only once the connection is open: the shop has one. */
  const request = async <Result>(send: (api: Awaited<ReturnType<typeof connect>>) => Promise<Result>): Promise<Result> => {
    try {
      client ??= connect(settings);
      return await send(await client);
    } catch (error) {
      throw new Error(`Razorpay answered with ${readErrorStatus(error) ?? reasonOf(error)}`, { cause: error });
    }
  };

  const createOrder = ({ id, amount }: AmountDue): Promise<string> =>
    request(async ({ orders }) => {
      const order = { amount, currency: CURRENCY, receipt: id, partial_payment: false, payment: capture };
      return z.parse(createdOrderSchema, await orders.create(order)).id;
    });

  const findPayment = (_due: AmountDue, providerOrder: string): Promise<PaymentReply> =>
    request(async ({ orders }) => {
      const { items } = z.parse(paymentsSchema, await orders.fetchPayments(providerOrder));
      for (const [status, kind] of answers) {
        const found = items.find((payment) => payment.status === status);
        if (found) return { kind, received: toReceived(found) };
      }
      return { kind: 'other' };
    });

  /** How far the refund of this id is at Razorpay; undefined when it has not been made. */
  const findMade = async (
    { payments }: Awaited<ReturnType<typeof connect>>,
    { id, providerPayment }: RefundDue,
  ): Promise<RefundState | undefined> => {
    const { items } = z.parse(refundsSchema, await payments.fetchMultipleRefund(providerPayment, { count: MAX_REFUNDS }));
    const made = items.find(({ receipt }) => receipt === id);
    return made && refundStates[made.status];
  };

  /** Looks for the refund first: an earlier request may have made it without an answer. A request that Razorpay refuses for good has failed. */
  const refund = (due: RefundDue): Promise<RefundState> =>
    request(async (connected) => {
      const made = await findMade(connected, due);
      if (made) return made;
      const { id, amount, providerPayment } = due;
      const { rq } = connected.api as unknown as WithHttpClient;
      const headers = { 'X-Refund-Idempotency': id };
      const url = `/v1/payments/${encodeURIComponent(providerPayment)}/refund`;
      try {
        const { data } = await rq.post(url, { amount, receipt: id }, { headers });
        return refundStates[z.parse(refundSchema, data).status];
      } catch (error) {
        if (readErrorStatus(error) !== 400) throw error;
        return (await findMade(connected, due)) ?? 'failed';
      }
    });

  return {
    name: 'razorpay',
    checkout: describeCheckout(settings.url),
    createOrder,
    findPayment,
    refund,
    getClientOptions: ({ amount }, providerOrder) => ({
      key: keyId,
      order_id: providerOrder,
      amount: String(amount),
      currency: CURRENCY,
    }),
    verifyProof: (_due, providerOrder, proof) => {
      const parsed = z.safeParse(proofSchema, proof);
      if (!parsed.success || providerOrder === null) return undefined;
      const { razorpay_payment_id, razorpay_signature } = parsed.data;
      const isValid = isSignedBy(keySecret, `${providerOrder}|${razorpay_payment_id}`, razorpay_signature);
      return isValid ? razorpay_payment_id : undefined;
    },
    parseWebhook: (body, headers) => {
      const signature = headers.get(SIGNATURE_HEADER);
      if (!webhookSecret || !signature || !isSignedBy(webhookSecret, body, signature)) return undefined;
      const event = parseEvent(body);
      return { eventId: identifyEvent(event, body, headers.get(EVENT_ID_HEADER)), event };
    },
    readCallbackFailure: (fields) => (fields['error[reason]'] === CANCELLED ? 'abandoned' : 'failed'),
  };
}
