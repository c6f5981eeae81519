import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { calls } from '#lib/contract/calls/all-calls.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
const post = (path: string, body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  shop.raw(path, { method: 'POST', body, headers });

beforeAll(async () => {
  shop = await openShop({ allowedOrigins: ['https://shop.example'] });
});
afterAll(() => shop.close());

describe('every call', () => {
  test.each(calls.map((call) => [call.name, call] as const))('%s requires the application key', async (_, call) => {
    const response = await shop.raw(call.path, { method: call.method, headers: { 'x-app-key': 'wrong' } });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ success: false, message: 'Invalid application key', code: 'application_key' });
  });

  test.each(calls.map((call) => [call.name, call] as const))('%s names the allowed method for other methods', async (_, call) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((name) => name !== call.method)) {
      const response = await shop.raw(call.path, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, call.method]);
      expect(await response.json()).toMatchObject({ success: false });
    }
  });

  test.each(calls.filter(({ access }) => access !== 'anyone' && access !== 'optional').map((call) => [call.name, call] as const))(
    '%s authenticates before it validates the body',
    async (_, call) => {
      const init = call.method === 'POST' ? { method: 'POST', body: '{"broken' } : {};
      const response = await shop.raw(call.path, init);
      expect(await response.json()).toEqual({ success: false, message: 'User not authenticated' });
      expect(response.status).toBe(401);
    },
  );
});

describe('a body', () => {
  test.each(['{"search":', '[]', 'null', '"text"', '42', '{"search":"a"}}', `${'['.repeat(50_000)}`])(
    'that is not a JSON object is malformed: %.20s',
    async (body) => {
      const response = await post('/search-products', body);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ success: false, message: 'The request could not be read' });
    },
  );

  test('of a damaged form is malformed', async () => {
    const response = await post('/get-products', 'not a form', { 'content-type': 'multipart/form-data; boundary=x' });
    expect(response.status).toBe(400);
  });

  test('with a file in a form is malformed', async () => {
    const form = new FormData();
    form.set('size', new Blob(['x']), 'x.txt');
    expect((await shop.raw('/get-products', { method: 'POST', body: form })).status).toBe(400);
  });

  test('larger than 256 KB is refused', async () => {
    const response = await post('/search-products', JSON.stringify({ search: 'x'.repeat(300 * 1024) }));
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ success: false, message: 'The request is too large' });
    expect(response.headers.get('connection')).toBe('close');
  });

  test('that breaks the schema where the specification has no message is refused with our message, in every locale of zod', async () => {
    z.config(z.locales.en());
    onTestFinished(() => void z.config({ localeError: undefined }));
    const response = await post('/search-products', '{}');
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      success: false,
      message: failure.checkFields,
      errors: { search: ['Invalid input'] },
    });
  });

  test('may have unknown fields', async () => {
    const response = await post('/search-products', '{"search":"x","__proto__":{"page":9},"constructor":1,"more":{"a":[1]}}');
    expect(response.status).toBe(200);
  });

  test('that breaks the schema is refused with the field and the reason', async () => {
    const response = await post('/otp/send', '{"mobile":12}');
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      success: false,
      message: 'Phone number is required',
      errors: { mobile: ['Phone number is required'] },
    });
  });

  test('may be empty, which counts as an empty object', async () => {
    expect((await shop.raw('/store-info', { method: 'POST' })).status).toBe(200);
  });
});

test('an unknown path is 404 in the envelope', async () => {
  for (const path of ['/nothing', '/', '/customer', '/store-info/more', '/%2e%2e/etc/passwd']) {
    const response = await shop.raw(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ success: false, message: 'Not found' });
  }
});

test('the health check needs no key', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const response = await shop.raw(path, { headers: { 'x-app-key': '' } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ success: true });
  }
});

describe('a site on another origin', () => {
  const preflight = (origin: string) =>
    shop.raw('/store-info', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });

  test('may call when its origin is allowed', async () => {
    const response = await preflight('https://shop.example');
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(response.headers.get('access-control-allow-headers')).toMatch(/x-app-key.*idempotency-key/);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('can read refusals too', async () => {
    const response = await shop.raw('/customer/cart', { headers: { origin: 'https://shop.example' } });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([401, 'https://shop.example']);
  });

  test('is refused when its origin is not allowed', async () => {
    const response = await preflight('https://evil.example');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('an unexpected error is logged once and leaks nothing', async () => {
  const { pino } = await import('pino');
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const broken = await openShop({ log });
  await broken.store.db.schema.dropTable('store').execute();
  const response = await broken.raw('/store-info', { method: 'POST' });
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ success: false, message: 'Failed to fetch store information' });
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0] ?? '{}');
  expect(line).toMatchObject({ call: 'storeInfo', requestId: response.headers.get('x-request-id') });
  expect(line.err.message).toMatch(/no such table|does not exist/);
  await broken.close();
});
