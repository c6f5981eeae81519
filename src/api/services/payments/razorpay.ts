import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { PROVIDER_TIMEOUT_MS, withTimeout } from '#api/services/timeout.ts';
import { CURRENCY } from '#lib/rules/money.ts';
import { type AmountDue, type PaymentProvider, ProviderUnreachable, type ReceivedPayment } from './provider.ts';

export interface RazorpaySettings {
  keyId: string;
  keySecret: string;
  /** Signing secret of webhooks; without it, webhooks are refused. */
  webhookSecret?: string | undefined;
  /** Base URL of the API; defaults to Razorpay's own. */
  url?: string | undefined;
}

const SIGNATURE_HEADER = 'x-razorpay-signature';

/** Captures payments automatically; a payment that the bank confirms after 15 minutes is refunded. Periods in minutes. */
const capture = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 15, manual_expiry_period: 7200, refund_speed: 'normal' },
} as const;

/** The package's HTTP client, which has no timeout by default and no option for one. */
interface WithHttpClient {
  rq: { defaults: { baseURL: string; timeout: number; maxRedirects: number } };
}

const createdOrderSchema = z.object({ id: z.string().check(z.minLength(1)) });

const webhookSchema = z.object({
  event: z.enum(['payment.captured', 'order.paid']),
  payload: z.object({
    payment: z.object({
      entity: z.object({ id: z.string(), order_id: z.string(), amount: z.int(), currency: z.string() }),
    }),
  }),
});

/** The result of the checkout in the browser. */
const proofSchema = z.object({ razorpay_payment_id: z.string(), razorpay_signature: z.string() });

/** Compares in constant time, against timing attacks. */
function isSignedBy(secret: string, text: string, signature: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function connect({ keyId, keySecret, url }: RazorpaySettings) {
  const { default: Razorpay } = await import('razorpay');
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const { defaults } = (client.api as unknown as WithHttpClient).rq;
  defaults.timeout = PROVIDER_TIMEOUT_MS;
  defaults.maxRedirects = 0;
  if (url) defaults.baseURL = url;
  return client;
}

/** The HTTP status of an error, if it has one; the package throws plain objects. */
const readErrorStatus = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;

function parseReceivedPayment(body: string): ReceivedPayment | null {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return null;
  }
  const parsed = z.safeParse(webhookSchema, message);
  if (!parsed.success) return null;
  const { id, order_id, amount, currency } = parsed.data.payload.payment.entity;
  return { providerOrder: order_id, providerPayment: id, amount, currency };
}

/** Razorpay as payment provider: one Razorpay order for each payment, its checkout in the browser, and its webhooks. */
export function createRazorpayProvider(settings: RazorpaySettings, log: Logger): PaymentProvider {
  const { keyId, keySecret, webhookSecret } = settings;
  let client: ReturnType<typeof connect> | undefined;

  const createOrder = async ({ id, amount }: AmountDue): Promise<string> => {
    try {
      client ??= connect(settings);
      const { orders } = await client;
      const order = { amount, currency: CURRENCY, receipt: id, partial_payment: false, payment: capture };
      // The package's own timeout starts only once the connection is open.
      const created = withTimeout(orders.create(order), PROVIDER_TIMEOUT_MS, () => new Error('timeout'));
      return z.parse(createdOrderSchema, await created).id;
    } catch (error) {
      log.error({ status: readErrorStatus(error), err: error instanceof Error ? error : undefined }, 'Razorpay created no order');
      throw new ProviderUnreachable('Razorpay created no order', { cause: error });
    }
  };

  return {
    name: 'razorpay',
    createOrder,
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
      return parseReceivedPayment(body);
    },
  };
}
