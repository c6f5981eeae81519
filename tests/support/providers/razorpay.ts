import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fake Razorpay API on its own port: accepts orders and signs like the real one. */
export interface RazorpayApi {
  url: string;
  /** Received requests. */
  requests: { authorization: string | undefined; body: Record<string, unknown> }[];
  /** The behaviour of its next answers. */
  mood: 'well' | 'broken' | 'silent';
  /** Returns the result of the payment button in the browser. */
  pay: (order: string, payment: string) => { razorpay_order_id: string; razorpay_payment_id: string; razorpay_signature: string };
  /** Returns a webhook's body and its signature. */
  message: (body: unknown) => { body: string; headers: Record<string, string> };
  close: () => Promise<void>;
}

export const keyId = 'rzp_test_key';
export const keySecret = 'key-secret';
export const webhookSecret = 'webhook-secret';

const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

export async function startRazorpayApi(): Promise<RazorpayApi> {
  let orders = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
    api.requests.push({ authorization: request.headers.authorization, body });
    if (api.mood === 'silent') return;
    const wrong = api.mood === 'broken' || request.url !== '/v1/orders' || request.method !== 'POST';
    const answer = wrong ? { error: { code: 'SERVER_ERROR' } } : { id: `order_${++orders}`, entity: 'order', ...body };
    response.writeHead(wrong ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const api: RazorpayApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    mood: 'well',
    pay: (order, payment) => ({
      razorpay_order_id: order,
      razorpay_payment_id: payment,
      razorpay_signature: sign(keySecret, `${order}|${payment}`),
    }),
    message: (content) => {
      const body = JSON.stringify(content);
      return { body, headers: { 'x-razorpay-signature': sign(webhookSecret, body) } };
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return api;
}
