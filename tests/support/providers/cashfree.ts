import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { cashfree } from 'haat/extensions/cashfree';
import type { ChosenProvider, PaymentProviderModule } from '#api/services/payments/provider-module.ts';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';

interface CashfreeOrder {
  order_id: string;
  order_amount: number;
  order_currency: string;
  payment_session_id: string;
}

interface CashfreeRefund {
  refund_id: string;
  refund_amount: number;
  refund_status: string;
}

/** A local server with the interface of Cashfree, version 2025-01-01: it refuses what its documentation does not allow. */
export interface CashfreeApi {
  url: string;
  /** Method and path of each request. */
  requests: string[];
  /** What it refused, and why. */
  refused: string[];
  orders: Map<string, CashfreeOrder>;
  /** The status of the payment of each order. */
  payments: Map<string, string>;
  refunds: Map<string, CashfreeRefund>;
  /** `moves money and hangs` or `drops` makes a refund first. */
  mood: 'well' | 'broken' | 'silent' | 'moves money and hangs' | 'moves money and drops' | 'loses its replies' | 'nonsense';
  /** The status of new refunds. */
  refundStatus: string;
  /** A webhook as it is sent now, or at `time` (milliseconds since 1970). */
  message: (type: string, data: object, time?: number) => { body: string; headers: Record<string, string> };
  /** What a webhook says about the payment of an order. */
  paymentOf: (order: string) => object;
  close: () => Promise<void>;
}

export const clientId = 'TEST1001';
export const clientSecret = 'cfsk_ma_test_secret';

/** The store option of a shop that is paid through the API at `url`, by the extension that comes with the shop or another copy. */
export const payByCashfree = (url: string, provider: PaymentProviderModule = cashfree): ChosenProvider => ({
  provider,
  values: { CASHFREE_CLIENT_ID: clientId, CASHFREE_CLIENT_SECRET: clientSecret, CASHFREE_URL: `${url}/pg` },
});

/**
 * Cashfree.js with the part of its interface that the shop uses: a window in a frame, which tells how it ended. Shoppers of its own page are sent
 * back to the address that the shop names.
 */
const checkoutScript = (url: string): string => `
window.Cashfree = ({ mode }) => ({
  checkout: ({ paymentSessionId, redirectTarget, returnUrl }) => new Promise((resolve) => {
    if (mode !== 'sandbox' || redirectTarget !== '_modal') throw new Error('wrong options');
    if (/ wv\\)/.test(navigator.userAgent)) {
      location.href = '${url}/page?session=' + encodeURIComponent(paymentSessionId) + '&back=' + encodeURIComponent(returnUrl);
      return resolve({ redirect: true });
    }
    const frame = document.createElement('iframe');
    frame.setAttribute('style', 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0; z-index: 99; background: white');
    frame.title = 'Cashfree Checkout';
    frame.src = '${url}/frame?session=' + encodeURIComponent(paymentSessionId);
    document.body.append(frame);
    addEventListener('message', function receive({ origin, data }) {
      if (origin !== '${url}') return;
      removeEventListener('message', receive);
      frame.remove();
      resolve(data);
    });
  }),
});
`;

const frame = (session: string): string => `<!doctype html><html lang="en"><title>Cashfree</title><body>
<button id="pay">Pay by UPI</button><button id="close">Close</button>
<script>
const tell = (message) => parent.postMessage(message, '*');
const pay = async () => {
  await fetch('/paid?session=${encodeURIComponent(session)}');
  tell({ paymentDetails: { paymentMessage: 'Payment finished. Check status.' } });
};
document.querySelector('#pay').onclick = pay;
document.querySelector('#close').onclick = () => tell({ error: { message: 'User dropped' } });
</script>`;

const sessionOf = (order: string): string => `session_${order}`;
const paymentIdOf = (order: string): string => `cf_${order}`;

function send(response: ServerResponse, body: unknown, status = 200, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Answers browsers; false for other requests. */
function answerBrowser(api: CashfreeApi, url: URL, response: ServerResponse): boolean {
  const session = url.searchParams.get('session') ?? '';
  const order = session.replace(/^session_/, '');
  if (url.pathname === '/js/v3/cashfree.js') send(response, checkoutScript(api.url), 200, 'text/javascript');
  else if (url.pathname === '/frame') send(response, frame(session), 200, 'text/html');
  else if (url.pathname === '/paid') {
    api.payments.set(order, 'SUCCESS');
    send(response, {});
  } else if (url.pathname === '/page') {
    api.payments.set(order, 'SUCCESS');
    const back = url.searchParams.get('back') ?? '';
    send(
      response,
      `<!doctype html><title>Cashfree</title><a href="${back.replaceAll('&', '&amp;')}">Back to the shop</a>`,
      200,
      'text/html',
    );
  } else return false;
  return true;
}

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && Number.isInteger(Math.round(value * 1e6) / 1e4);

/** Why a request is not one of the documentation; undefined when it is. */
function findFault({ method, headers }: IncomingMessage, body: Record<string, unknown> | undefined): string | undefined {
  if (headers['x-api-version'] !== '2025-01-01') return 'version';
  if (headers['x-client-id'] !== clientId || headers['x-client-secret'] !== clientSecret) return 'keys';
  if (method === 'POST' && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(headers['x-idempotency-key'])))
    return 'idempotency key';
  if (method === 'POST' && !(body && isAmount(body['order_amount'] ?? body['refund_amount']))) return 'amount';
  return undefined;
}

function createOrder(api: CashfreeApi, body: Record<string, unknown>): [unknown, number] {
  const order = body as unknown as CashfreeOrder & { customer_details?: Record<string, string> };
  const { customer_id = '', customer_phone = '' } = order.customer_details ?? {};
  const isValid =
    /^[\w-]{3,45}$/.test(order.order_id) &&
    order.order_currency === 'INR' &&
    customer_id.length >= 3 &&
    /^\d{10}$/.test(customer_phone);
  if (!isValid) return [{ code: 'order_id_invalid', type: 'invalid_request_error' }, 400];
  if (api.orders.has(order.order_id)) return [{ code: 'order_already_exists', type: 'invalid_request_error' }, 409];
  const created = { ...order, payment_session_id: sessionOf(order.order_id) };
  api.orders.set(order.order_id, created);
  return [created, 200];
}

function createRefund(api: CashfreeApi, order: string, body: Record<string, unknown>): [unknown, number] {
  const { refund_id, refund_amount } = body as unknown as CashfreeRefund;
  const made = [...api.refunds].filter(([key]) => key.startsWith(`${order} `)).map(([, refund]) => refund.refund_amount);
  const left = (api.orders.get(order)?.order_amount ?? 0) - made.reduce((sum, amount) => sum + amount, 0);
  if (!/^[A-Za-z0-9]{3,40}$/.test(refund_id) || api.payments.get(order) !== 'SUCCESS' || refund_amount > left)
    return [{ code: 'refund_post_failed', type: 'invalid_request_error' }, 400];
  const refund = { refund_id, refund_amount, refund_status: api.refundStatus };
  api.refunds.set(`${order} ${refund_id}`, refund);
  return [refund, 200];
}

/** The reply to a request of the API, and its status. */
function answer(api: CashfreeApi, method: string, path: string, body: Record<string, unknown>): [unknown, number] {
  const [, order = '', what, refund] = /^\/pg\/orders(?:\/([\w-]+)(?:\/(payments|refunds)(?:\/(\w+))?)?)?$/.exec(path) ?? [];
  const missing: [unknown, number] = [{ code: 'order_not_found', type: 'invalid_request_error' }, 404];
  if (method === 'POST' && path === '/pg/orders') return createOrder(api, body);
  const known = api.orders.get(order);
  if (!known) return missing;
  if (method === 'POST' && what === 'refunds' && !refund) return createRefund(api, order, body);
  if (method !== 'GET') return missing;
  if (!what) return [known, 200];
  if (what === 'refunds') {
    const made = api.refunds.get(`${order} ${refund}`);
    return made ? [made, 200] : missing;
  }
  const payment_status = api.payments.get(order);
  const { order_id, order_amount, order_currency } = known;
  const payment = {
    cf_payment_id: paymentIdOf(order),
    order_id,
    order_amount,
    order_currency,
    payment_amount: order_amount,
    payment_status,
  };
  return [payment_status ? [payment] : [], 200];
}

export async function startCashfreeApi(): Promise<CashfreeApi> {
  const replies = new Map<string, [unknown, number]>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const url = new URL(request.url ?? '/', 'http://cashfree.test');
    if (answerBrowser(api, url, response)) return;
    api.requests.push(`${request.method} ${url.pathname}`);
    if (api.mood === 'silent') return;
    if (api.mood === 'nonsense') return send(response, '<html>', 200, 'text/html');
    if (api.mood === 'broken') return send(response, { type: 'api_error' }, 500);
    const parsed = body ? (JSON.parse(body) as Record<string, unknown>) : {};
    const fault = findFault(request, parsed);
    if (fault) {
      api.refused.push(fault);
      return send(response, { type: 'authentication_error', message: fault }, 401);
    }
    const key = request.headers['x-idempotency-key'];
    const [reply, status] = replies.get(String(key)) ?? answer(api, request.method ?? '', url.pathname, parsed);
    if (key) replies.set(String(key), [reply, status]);
    const isRefund = request.method === 'POST' && url.pathname.endsWith('/refunds');
    if (isRefund && api.mood === 'moves money and hangs') return;
    if (isRefund && api.mood === 'moves money and drops') return void response.destroy();
    if (api.mood === 'loses its replies') return void response.destroy();
    send(response, reply, status);
  });
  const { url, stop } = await listenOnLoopback(server);
  const api: CashfreeApi = {
    url,
    requests: [],
    refused: [],
    orders: new Map(),
    payments: new Map(),
    refunds: new Map(),
    mood: 'well',
    refundStatus: 'SUCCESS',
    message: (type, data, time = Date.now()) => {
      const body = JSON.stringify({ data, event_time: new Date(time).toISOString(), type });
      const signature = createHmac('sha256', clientSecret).update(`${time}${body}`).digest('base64');
      return {
        body,
        headers: { 'x-webhook-timestamp': String(time), 'x-webhook-signature': signature, 'x-webhook-version': '2025-01-01' },
      };
    },
    paymentOf: (order) => {
      const { order_amount, order_currency } = api.orders.get(order) ?? {};
      return {
        order: { order_id: order, order_amount, order_currency, order_tags: null },
        payment: {
          cf_payment_id: paymentIdOf(order),
          payment_status: 'SUCCESS',
          payment_amount: order_amount,
          payment_currency: 'INR',
        },
      };
    },
    close: stop,
  };
  return api;
}
