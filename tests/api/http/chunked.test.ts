import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '#api/handlers/http/limit-request-body.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import { operationCalls } from '#lib/contract/calls/monitoring-and-webhooks.ts';
import { createHost } from '#server/host.ts';
import { payByRazorpay, webhookSecret } from '#tests/support/providers/razorpay.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'haat-chunked-'));
let shop: TestShop;
let server: Server;
let next = 9_440_000_000;

beforeAll(async () => {
  shop = await openShop({ payments: payByRazorpay() });
  const { fetch: handleRequest, revision } = shop.store;
  server = createHost({ handleRequest, revision, clientFolder: folder, mediaFolder: folder });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Sent {
  method?: string;
  token?: string | undefined;
  headers?: Record<string, string>;
}
interface Answer {
  status: number | undefined;
  connection: string | undefined;
  said: string;
}

/** Sends a body with a content length, in chunks, or (undefined) no body and no length; resolves to the response. */
function send(path: string, body: string | string[] | Readable | undefined, { method = 'POST', token, headers }: Sent = {}) {
  const framing =
    typeof body === 'string' ? { 'content-length': Buffer.byteLength(body) } : body && { 'transfer-encoding': 'chunked' };
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: (server.address() as AddressInfo).port,
        path: `/api${path}`,
        method,
        headers: {
          'content-type': 'application/json',
          'x-app-key': 'test-key',
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
          ...framing,
        },
      },
      async (response) => {
        const { statusCode: status, headers } = response;
        resolve({ status, connection: headers.connection, said: await text(response).catch(() => '') });
        if (body instanceof Readable) body.destroy();
      },
    );
    sent.once('error', reject);
    if (body instanceof Readable) return void body.pipe(sent);
    for (const part of [body ?? []].flat()) sent.write(part);
    sent.end();
  });
}

const statusOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).status;

const everyCall = [...calls, ...operationCalls].map((call) => ({ ...call, path: call.path.replaceAll(/\{\w+\}/g, '1') }));

describe.each(everyCall)('$name', ({ name, method, path, access }) => {
  const someone = async (): Promise<Sent> => {
    const signedIn = access === 'session' || access === 'customer';
    return { method, token: signedIn ? await signUp(shop, String(next++)) : undefined };
  };

  test('answers a chunked body like one with a content length', async () => {
    const whole = await send(path, method === 'POST' ? '{"x":"é"}' : undefined, await someone());
    const chunked = await send(path, ['{"x"', ':"', 'é"}'], await someone());
    expect([name, chunked.status]).toEqual([name, whole.status]);
    expect(chunked.status).toBeLessThan(500);
  });

  if (method === 'POST' && access !== 'keyless')
    test('reads the chunks', async () => {
      expect(await statusOf(path, ['{"x"', ':'], await someone())).toBe(400);
    });

  test('answers a request with neither a body nor a content length', async () => {
    const whole = await statusOf(path, '', await someone());
    expect(await statusOf(path, undefined, await someone())).toBe(whole);
    expect(await statusOf(path, [], await someone())).toBe(whole);
  });
});

test('a chunked search finds its products', async () => {
  await shop.add({ name: 'Brass Lamp', category: 'Home' });
  const { said } = await send('/search-products', ['{"sea', 'rch":"la', 'mp"}']);
  expect(said).toContain('Brass Lamp');
});

test('a chunked form is parsed as a form', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, said } = await send('/search-products', ['search=', 'lamp'], { headers });
  expect([status, said]).toEqual([200, expect.stringContaining('Brass Lamp')]);
});

test.each(['PUT', 'PATCH', 'DELETE'])('%s in chunks or without a length is refused like any other', async (method) => {
  for (const body of ['{}', ['{', '}'], undefined]) expect(await statusOf('/search-products', body, { method })).toBe(405);
});

test('a chunked webhook is accepted with a valid signature and refused with an invalid one', async () => {
  const body = JSON.stringify({ event: 'payment.captured', payload: {} });
  const sign = (secret: string) => ({ 'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex') });
  const parts = [body.slice(0, 9), body.slice(9)];
  expect(await statusOf('/payment/webhook/razorpay', parts, { headers: sign(webhookSecret) })).toBe(200);
  expect(await statusOf('/payment/webhook/razorpay', parts, { headers: sign('guessed') })).toBe(401);
});

test('chunks up to the limit are read; beyond it reading stops and the connection is closed', async () => {
  const filled = (bytes: number) => `{"search":"x","more":"${'y'.repeat(bytes - 24)}"}`;
  const within = filled(MAX_BODY_BYTES);
  expect(within).toHaveLength(MAX_BODY_BYTES);
  expect(await statusOf('/search-products', [within.slice(0, 1000), within.slice(1000)])).toBe(200);
  const over = filled(MAX_BODY_BYTES + 1);
  expect(await send('/search-products', [over.slice(0, 1000), over.slice(1000)])).toMatchObject({
    status: 413,
    connection: 'close',
  });
});

test('an endless body is refused at the limit', async () => {
  let read = 0;
  const endless = new Readable({
    read() {
      read += 16_384;
      this.push('x'.repeat(16_384));
    },
  });
  endless.on('error', () => undefined);
  const answer = await send('/search-products', endless).catch((error: NodeJS.ErrnoException) => error.code);
  endless.destroy();
  expect([expect.objectContaining({ status: 413 }), 'ECONNRESET', 'EPIPE']).toContainEqual(answer);
  expect(read).toBeLessThan(64 * 1024 * 1024);
});
