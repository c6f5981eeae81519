import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { type AmountDue, type PaymentProvider, ProviderUnreachable, type ReceivedPayment } from './provider.ts';

export interface RazorpaySettings {
  keyId: string;
  keySecret: string;
  /** The secret that webhooks are signed with; without one, webhooks are refused. */
  webhookSecret?: string | undefined;
  /** Where the provider's API answers; its own address unless given. */
  url?: string | undefined;
}

/** How long the provider may take to answer, in milliseconds. */
const ANSWER_MS = 5000;

const SIGNATURE_HEADER = 'x-razorpay-signature';

/** A payment is taken by itself; one that its bank confirms late is given up and sent back after so many minutes. */
const capture = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 15, manual_expiry_period: 7200, refund_speed: 'normal' },
} as const;

/** The package has no setting for its HTTP client, which would wait for ever. */
interface WithHttpClient {
  rq: { defaults: { baseURL: string; timeout: number; maxRedirects: number } };
}

const created = z.object({ id: z.string().check(z.minLength(1)) });

const arrived = z.object({
  event: z.enum(['payment.captured', 'order.paid']),
  payload: z.object({
    payment: z.object({
      entity: z.object({ id: z.string(), order_id: z.string(), amount: z.int(), currency: z.string() }),
    }),
  }),
});

/** What the button answers with. */
const proven = z.object({ razorpay_payment_id: z.string(), razorpay_signature: z.string() });

/** Compared in constant time, so that a signature cannot be found out sign by sign. */
function isSignedBy(secret: string, text: string, signature: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(text).digest('hex'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function connect({ keyId, keySecret, url }: RazorpaySettings) {
  const { default: Razorpay } = await import('razorpay');
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const { defaults } = (client.api as unknown as WithHttpClient).rq;
  defaults.timeout = ANSWER_MS;
  defaults.maxRedirects = 0;
  if (url) defaults.baseURL = url;
  return client;
}

/** Rejects after the time the provider has, which the package's own limit counts only from when a connection stands. */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** The error's HTTP status, where there is one; the package throws plain objects. */
const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;

function readArrival(body: string): ReceivedPayment | null {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return null;
  }
  const parsed = z.safeParse(arrived, message);
  if (!parsed.success) return null;
  const { id, order_id, amount, currency } = parsed.data.payload.payment.entity;
  return { providerOrder: order_id, providerPayment: id, amount, currency };
}

/** Payments through Razorpay: one of its orders for each payment, its checkout in the browser, its webhooks. */
export function createRazorpayProvider(settings: RazorpaySettings, log: Logger): PaymentProvider {
  const { keyId, keySecret, webhookSecret } = settings;
  let client: ReturnType<typeof connect> | undefined;

  const open = async ({ id, amount }: AmountDue): Promise<string> => {
    try {
      client ??= connect(settings);
      const { orders } = await client;
      const order = { amount, currency: 'INR', receipt: id, partial_payment: false, payment: capture };
      return z.parse(created, await inTime(orders.create(order))).id;
    } catch (error) {
      log.error({ status: statusOf(error), err: error instanceof Error ? error : undefined }, 'razorpay took no order');
      throw new ProviderUnreachable('razorpay took no order', { cause: error });
    }
  };

  return {
    name: 'razorpay',
    createOrder: open,
    getClientOptions: ({ amount }, providerOrder) => ({
      key: keyId,
      order_id: providerOrder,
      amount: String(amount),
      currency: 'INR',
    }),
    verifyProof: (_due, providerOrder, proof) => {
      const answer = z.safeParse(proven, proof);
      if (!answer.success || providerOrder === null) return undefined;
      const { razorpay_payment_id, razorpay_signature } = answer.data;
      const signed = isSignedBy(keySecret, `${providerOrder}|${razorpay_payment_id}`, razorpay_signature);
      return signed ? razorpay_payment_id : undefined;
    },
    parseWebhook: (body, headers) => {
      const signature = headers.get(SIGNATURE_HEADER);
      if (!webhookSecret || !signature || !isSignedBy(webhookSecret, body, signature)) return undefined;
      return readArrival(body);
    },
  };
}
