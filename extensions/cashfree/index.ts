import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  CURRENCY,
  fetchText,
  type Logger,
  MAX_PROVIDER_REPLY_BYTES,
  type OrderDue,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentProviderModule,
  type PaymentReply,
  type ProviderOrder,
  type ProviderValues,
  type RefundDue,
  type RefundState,
  z,
} from 'haat/config';

/** The version of Cashfree's API that this is written to. */
const API_VERSION = '2025-01-01';

const PRODUCTION_URL = 'https://api.cashfree.com/pg';
const SANDBOX_URL = 'https://sandbox.cashfree.com/pg';
const SCRIPT_ORIGIN = 'https://sdk.cashfree.com';

/** The hosts that Cashfree's documentation names for a content security policy. */
const ORIGINS = [
  SCRIPT_ORIGIN,
  'https://api.cashfree.com',
  'https://sandbox.cashfree.com',
  'https://payments.cashfree.com',
  'https://payments-test.cashfree.com',
];

/** Oldest and newest time of a webhook that is accepted, in milliseconds: Cashfree repeats them for half an hour. */
const [MAX_AGE_MS, MAX_AHEAD_MS] = [60 * 60_000, 5 * 60_000];

/** Cashfree repeats its first reply to an idempotency key, errors too: a request after this many milliseconds has another key. */
const KEY_MS = 30_000;

/** Parameter of the address at which a shopper comes back from Cashfree's own page; `button.js` reads it. */
const RETURNED = 'cashfree=returned';

/** Ids were numbers in earlier versions. */
const id = z.union([z.string(), z.pipe(z.number(), z.transform(String))]);

/** Rupees as a number with at most two decimals, to paise. */
const paise = z.pipe(
  z.number().check(z.refine((rupees) => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-6)),
  z.transform((rupees) => Math.round(rupees * 100)),
);

const orderSchema = z.object({
  order_id: z.string(),
  order_amount: paise,
  order_currency: z.string(),
  payment_session_id: z.string(),
});

const paymentsSchema = z.array(
  z.object({
    cf_payment_id: id,
    order_id: z.string(),
    order_amount: paise,
    order_currency: z.string(),
    payment_status: z.string(),
  }),
);

const refundSchema = z.object({ refund_status: z.enum(['SUCCESS', 'PENDING', 'ONHOLD', 'CANCELLED', 'FAILED']) });

const refundStates = { SUCCESS: 'done', PENDING: 'pending', ONHOLD: 'pending', CANCELLED: 'failed', FAILED: 'failed' } as const;

const paymentKinds = {
  PAYMENT_SUCCESS_WEBHOOK: 'received',
  PAYMENT_FAILED_WEBHOOK: 'failed',
  PAYMENT_USER_DROPPED_WEBHOOK: 'failed',
} as const;

const webhookSchema = z.union([
  z.object({
    type: z.enum(['PAYMENT_SUCCESS_WEBHOOK', 'PAYMENT_FAILED_WEBHOOK', 'PAYMENT_USER_DROPPED_WEBHOOK']),
    data: z.object({
      order: z.object({ order_id: z.string(), order_amount: paise, order_currency: z.string() }),
      payment: z.object({ cf_payment_id: id }),
    }),
  }),
  z.object({
    type: z.literal('REFUND_STATUS_WEBHOOK'),
    data: z.object({
      refund: z.extend(refundSchema, {
        cf_payment_id: id,
        cf_refund_id: id,
        refund_id: z.string(),
        order_id: z.string(),
        refund_amount: paise,
        refund_currency: z.string(),
      }),
    }),
  }),
]);

/** The event of a webhook, and an id that every delivery of it has. */
function parseEvent(body: string): { eventId: string; event: PaymentEvent } {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    message = undefined;
  }
  const parsed = z.safeParse(webhookSchema, message);
  if (!parsed.success) return { eventId: createHash('sha256').update(body).digest('base64url'), event: { kind: 'other' } };
  if (parsed.data.type !== 'REFUND_STATUS_WEBHOOK') {
    const { type, data } = parsed.data;
    const providerPayment = data.payment.cf_payment_id;
    const { order_id: providerOrder, order_amount: amount, order_currency: currency } = data.order;
    const received = { providerOrder, providerPayment, amount, currency };
    return { eventId: `${type} ${providerPayment}`, event: { kind: paymentKinds[type], received } };
  }
  const { refund } = parsed.data.data;
  const state = refundStates[refund.refund_status];
  const received = {
    providerOrder: refund.order_id,
    providerPayment: refund.cf_payment_id,
    currency: refund.refund_currency,
    refund: refund.cf_refund_id,
    returned: refund.refund_amount,
    isDone: state === 'done',
    shopRefund: refund.refund_id,
  };
  const eventId = `refund ${refund.cf_refund_id} ${refund.refund_status}`;
  return { eventId, event: { kind: state === 'failed' ? 'return failed' : 'returned', received } };
}

/** Whether a webhook is Cashfree's own and not old: its time, in seconds or milliseconds since 1970, is part of what is signed. */
function isGenuine(secret: string, body: string, headers: Headers): boolean {
  const timestamp = headers.get('x-webhook-timestamp') ?? '';
  const expected = createHmac('sha256', secret)
    .update(timestamp + body)
    .digest();
  const given = Buffer.from(headers.get('x-webhook-signature') ?? '', 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const time = Number(timestamp) * (timestamp.length <= 10 ? 1000 : 1);
  return time > Date.now() - MAX_AGE_MS && time < Date.now() + MAX_AHEAD_MS;
}

/** The same UUID for the same text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const isTestKey = (clientId: string): boolean => clientId.startsWith('TEST');

function createProvider(values: ProviderValues, log: Logger): PaymentProvider {
  const { CASHFREE_CLIENT_ID = '', CASHFREE_CLIENT_SECRET = '', CASHFREE_URL } = values;
  const isTest = isTestKey(CASHFREE_CLIENT_ID);
  const base = CASHFREE_URL?.replace(/\/+$/, '') ?? (isTest ? SANDBOX_URL : PRODUCTION_URL);
  const scriptOrigin = CASHFREE_URL ? new URL(base).origin : SCRIPT_ORIGIN;

  /** Sends a request; `repeats` is the same for requests that do the same. Rejects for a redirect and a reply that is too large. */
  const send = (path: string, signal: AbortSignal, posted?: { body: unknown; repeats: string }) =>
    fetchText(`${base}${path}`, {
      method: posted ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        'x-api-version': API_VERSION,
        'x-client-id': CASHFREE_CLIENT_ID,
        'x-client-secret': CASHFREE_CLIENT_SECRET,
        ...(posted && {
          'content-type': 'application/json',
          'x-idempotency-key': uuidOf(`${posted.repeats} ${Math.floor(Date.now() / KEY_MS)}`),
        }),
      },
      ...(posted && { body: JSON.stringify(posted.body) }),
      signal,
      maxBytes: MAX_PROVIDER_REPLY_BYTES,
    });

  /** The JSON of a successful reply. Throws for others, with Cashfree's message. */
  const read = ({ ok, status, text }: Awaited<ReturnType<typeof send>>): unknown => {
    if (!ok) throw new Error(`Cashfree answered ${status}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };

  async function createOrder(
    { id: orderId, amount, customer, returnUrl }: OrderDue,
    signal: AbortSignal,
  ): Promise<ProviderOrder> {
    const body = {
      order_id: orderId,
      order_amount: amount / 100,
      order_currency: CURRENCY,
      customer_details: {
        customer_id: `customer${customer.id}`,
        customer_name: customer.name,
        customer_phone: customer.phone,
        ...(customer.email && { customer_email: customer.email }),
      },
      order_meta: { return_url: `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}${RETURNED}` },
    };
    const reply = await send('/orders', signal, { body, repeats: orderId });
    // An earlier request has made it, although its reply was lost.
    const order = z.parse(orderSchema, read(reply.status === 409 ? await send(`/orders/${orderId}`, signal) : reply));
    if (order.order_id !== orderId || order.order_amount !== amount || order.order_currency !== CURRENCY)
      throw new Error('Cashfree answered with another order');
    return { id: orderId, session: order.payment_session_id };
  }

  async function findPayment(_due: unknown, providerOrder: string, signal: AbortSignal): Promise<PaymentReply> {
    const payments = z.parse(paymentsSchema, read(await send(`/orders/${providerOrder}/payments`, signal)));
    const paid = payments.find(({ payment_status }) => payment_status === 'SUCCESS');
    if (!paid) return { kind: 'other' };
    const { cf_payment_id: providerPayment, order_id, order_amount: amount, order_currency: currency } = paid;
    return { kind: 'received', received: { providerOrder: order_id, providerPayment, amount, currency } };
  }

  async function refund({ id: refundId, amount, providerOrder }: RefundDue, signal: AbortSignal): Promise<RefundState> {
    const path = `/orders/${providerOrder}/refunds`;
    const made = await send(`${path}/${refundId}`, signal);
    if (made.status !== 404) return refundStates[z.parse(refundSchema, read(made)).refund_status];
    const body = {
      refund_id: refundId,
      refund_amount: amount / 100,
      refund_note: 'Refund by the shop',
      refund_speed: 'STANDARD',
    };
    const reply = await send(path, signal, { body, repeats: refundId });
    if (reply.status === 400 || reply.status === 422) {
      log.warn({ refund: refundId, reply: reply.text.slice(0, 200) }, 'Cashfree refuses a refund');
      return 'failed';
    }
    return refundStates[z.parse(refundSchema, read(reply)).refund_status];
  }

  return {
    name: 'cashfree',
    checkout: {
      provider: 'cashfree',
      script: `${scriptOrigin}/js/v3/cashfree.js`,
      origins: CASHFREE_URL ? [scriptOrigin] : ORIGINS,
    },
    createOrder,
    getClientOptions: (_due, _order, session = '') => ({ session, mode: base === PRODUCTION_URL ? 'production' : 'sandbox' }),
    findPayment,
    refund,
    parseWebhook: (body, headers) => (isGenuine(CASHFREE_CLIENT_SECRET, body, headers) ? parseEvent(body) : undefined),
  };
}

/** Cashfree Payments, with the keys of its dashboard. */
export const cashfree: PaymentProviderModule = {
  name: 'cashfree',
  settings: [
    {
      name: 'CASHFREE_CLIENT_ID',
      question: 'Cashfree client id (App ID)',
      ifEmpty: 'for prepaid orders (Enter for cash on delivery only)',
    },
    { name: 'CASHFREE_CLIENT_SECRET', question: 'Cashfree client secret', isSecret: true, isRequired: true },
    { name: 'CASHFREE_URL', isUrl: true },
  ],
  browserModule: new URL('./button.js', import.meta.url),
  findWarnings: ({ CASHFREE_CLIENT_ID = '' }) =>
    isTestKey(CASHFREE_CLIENT_ID)
      ? [
          {
            finding: 'Cashfree has a test key: prepaid orders are placed without any money',
            fix: 'Set CASHFREE_CLIENT_ID and CASHFREE_CLIENT_SECRET to those of production before the shop sells',
          },
        ]
      : [],
  connect: async (values, log) => createProvider(values, log),
};
