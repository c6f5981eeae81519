import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ChosenProvider } from '#api/services/payments/provider-module.ts';
import { razorpay } from '#api/services/payments/razorpay-module.ts';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';
import { checkoutScript, framePage, ownPage } from './razorpay-checkout.ts';

/** A fake Razorpay on its own port: accepts orders, signs like the real one, and serves its checkout to browsers. */
export interface RazorpayApi {
  url: string;
  /** Received requests for orders. */
  requests: { authorization: string | undefined; body: Record<string, unknown> }[];
  /** The payments that it knows of each order. */
  payments: Map<string, { id: string; status: string; amount: number }>;
  /** The refunds that it has made, by their idempotency key. */
  refunds: Map<string, { receipt: string; payment: string; amount: number; status: 'pending' | 'processed' | 'failed' }>;
  /** The behaviour of its next answers. `moves money and hangs` or `drops` makes a refund first; `refuses` makes none. */
  mood: 'well' | 'broken' | 'silent' | 'moves money and hangs' | 'moves money and drops' | 'refuses';
  /** How many requests for a refund have come, each with its key. */
  refundKeys: string[];
  /** Returns the result of the payment button in the browser. */
  pay: (order: string, payment: string) => { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string };
  /** Returns a webhook's body and its signature. */
  message: (body: unknown) => { body: string; headers: Record<string, string> };
  close: () => Promise<void>;
}

export const keyId = 'rzp_test_key';
export const keySecret = 'key-secret';
export const webhookSecret = 'webhook-secret';

/** The store option of a shop that is paid through the API at `url`; by default one that does not answer. */
export const payByRazorpay = (url = 'http://127.0.0.1:9'): ChosenProvider => ({
  provider: razorpay,
  values: {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    RAZORPAY_URL: url,
  },
});

const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

const pay: RazorpayApi['pay'] = (order, payment) => ({
  razorpay_order_id: order,
  razorpay_payment_id: payment,
  razorpay_signature: sign(keySecret, `${order}|${payment}`),
});

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const send = (response: ServerResponse, type: string, text: string, status = 200): void =>
  void response.writeHead(status, { 'content-type': type }).end(text);

/** Answers the requests of browsers; false for others. */
function answerBrowser(request: IncomingMessage, response: ServerResponse, body: string): boolean {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://razorpay.test');
  const order = searchParams.get('order_id') ?? '';
  if (pathname === '/v1/checkout.js') send(response, 'text/javascript', checkoutScript);
  else if (pathname === '/v1/checkout/public') send(response, 'text/html', framePage(pay(order, `pay_${order}`)));
  else if (pathname === '/v1/checkout/embedded') {
    const fields = new URLSearchParams(body);
    const ordered = fields.get('order_id') ?? '';
    send(response, 'text/html', ownPage(fields.get('callback_url') ?? '', pay(ordered, `pay_${ordered}`)));
  } else return false;
  return true;
}

/** Answers a request about the payments of an order or the refunds of a payment; undefined for others. */
function answerQuestion(
  api: RazorpayApi,
  { method, url = '', headers }: IncomingMessage,
  body: Record<string, unknown>,
): unknown {
  const [, of, id = '', what] = /^\/v1\/(orders|payments)\/([\w-]+)\/(payments|refunds?)(?:\?|$)/.exec(url) ?? [];
  if (method === 'GET' && of === 'orders' && what === 'payments') {
    const known = api.payments.get(id);
    return { items: known ? [{ ...known, order_id: id, currency: 'INR' }] : [] };
  }
  if (method === 'GET' && of === 'payments' && what === 'refunds')
    return { items: [...api.refunds.values()].filter(({ payment }) => payment === id) };
  const key = headers['x-refund-idempotency'];
  if (method !== 'POST' || of !== 'payments' || what !== 'refund' || typeof key !== 'string') return undefined;
  api.refundKeys.push(key);
  if (api.mood === 'refuses') return undefined;
  const made = { receipt: String(body['receipt']), payment: id, amount: Number(body['amount']), status: 'pending' as const };
  const refund = api.refunds.get(key) ?? made;
  api.refunds.set(key, refund);
  return refund;
}

export async function startRazorpayApi(): Promise<RazorpayApi> {
  let orders = 0;
  const server = createServer(async (request, response) => {
    const text = await readBody(request);
    if (answerBrowser(request, response, text)) return;
    const body = JSON.parse(text || '{}') as Record<string, unknown>;
    if (api.mood === 'silent') return;
    const answered = api.mood === 'broken' ? undefined : answerQuestion(api, request, body);
    const isRefund = request.method === 'POST' && request.url?.endsWith('/refund');
    if (isRefund && api.mood === 'moves money and hangs') return;
    if (isRefund && api.mood === 'moves money and drops') return void response.destroy();
    if (isRefund && api.mood === 'refuses')
      return send(response, 'application/json', JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR' } }), 400);
    if (answered) return send(response, 'application/json', JSON.stringify(answered));
    api.requests.push({ authorization: request.headers.authorization, body });
    const wrong = api.mood === 'broken' || request.url !== '/v1/orders' || request.method !== 'POST';
    const answer = wrong ? { error: { code: 'SERVER_ERROR' } } : { id: `order_${++orders}`, entity: 'order', ...body };
    send(response, 'application/json', JSON.stringify(answer), wrong ? 500 : 200);
  });
  const { url, stop } = await listenOnLoopback(server);
  const api: RazorpayApi = {
    url,
    requests: [],
    payments: new Map(),
    refunds: new Map(),
    refundKeys: [],
    mood: 'well',
    pay,
    message: (content) => {
      const body = JSON.stringify(content);
      return { body, headers: { 'x-razorpay-signature': sign(webhookSecret, body) } };
    },
    close: stop,
  };
  return api;
}
