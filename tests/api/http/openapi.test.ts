import { createHash } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getOpenApiDocument, type OpenApiDocument } from '#api/openapi.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import { keyedCalls } from '#lib/contract/calls/keyed-calls.ts';
import { healthzCall, operationCalls, paymentWebhookCall, readyzCall } from '#lib/contract/calls/monitoring-and-webhooks.ts';
import { cancelReasons } from '#lib/contract/orders.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const document = getOpenApiDocument();
const operationOf = ({ path, method }: { path: string; method: string }) => document.paths[path]?.[method.toLowerCase()];

/** Every value of `$ref` in a document. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : referencesIn(inner)));
}

describe('the OpenAPI document', () => {
  test('is served without a key as JSON', async () => {
    const response = await shop.raw('/openapi.json', { headers: { 'x-app-key': '' } });
    expect(response.status).toBe(200);
    expect((await response.json()) as OpenApiDocument).toEqual(document);
  });

  test('requires a body where the call needs one', () => {
    const optional = calls.filter((call) => operationOf(call)?.requestBody?.required === false).map(({ name }) => name);
    expect(optional).not.toContain('shippingAddress');
    for (const call of calls) {
      const body = operationOf(call)?.requestBody;
      if (body) expect(body.required, call.name).toBe(!z.safeParse(call.body, {}).success);
    }
  });

  test('lists the cancellation reasons', () => {
    expect(JSON.stringify(document.components.schemas['CancelOrderBody'])).toContain(JSON.stringify(cancelReasons));
  });

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document) as unknown as Record<string, unknown>);
    expect(errors).toBeUndefined();
    expect([valid, validator.version]).toEqual([true, '3.1']);
    expect(() => validator.resolveRefs()).not.toThrow();
  });

  test('describes each call’s authentication, request and response', () => {
    for (const call of calls) {
      const operation = operationOf(call);
      expect(operation, call.name).toBeDefined();
      expect(operation?.operationId).toBe(call.name);
      expect(operation?.security[0]).toHaveProperty('applicationKey');
      expect('token' in (operation?.security[0] ?? {}), call.name).toBe(call.access !== 'anyone');
      expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401', 'default']));
      const named = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const inPath = operation?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(inPath).toEqual(named);
    }
    const count = Object.values(document.paths).reduce((sum, operations) => sum + Object.keys(operations).length, 0);
    expect(count).toBe(calls.length + keyedCalls.length + operationCalls.length);
  });

  test('describes the calls of programs with the scope that their key needs', () => {
    for (const call of keyedCalls) {
      const operation = operationOf(call);
      expect(operation?.operationId).toBe(call.name);
      expect(operation?.security).toEqual([{ key: [call.scope] }]);
      expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['200', '401', '403', '429']));
    }
  });

  test('describes the endpoints for machines, which need no application key', () => {
    for (const call of operationCalls) {
      const operation = operationOf(call);
      expect(operation?.operationId).toBe(call.name);
      expect(operation?.security).toEqual([]);
    }
    expect(Object.keys(operationOf(readyzCall)?.responses ?? {})).toEqual(['200', '503', 'default']);
    expect(operationOf(paymentWebhookCall)?.parameters).toMatchObject([{ name: 'provider', in: 'path', required: true }]);
    expect(Object.keys(operationOf(paymentWebhookCall)?.requestBody?.content ?? {})).toEqual(['application/json']);
  });

  test('matches the store’s responses to machines', async () => {
    for (const call of [healthzCall, readyzCall]) z.parse(call.reply, await (await shop.raw(call.path)).json());
    const refused = await shop.raw('/payment/webhook/nobody', { method: 'POST', body: '{}' });
    expect(operationOf(paymentWebhookCall)?.responses).toHaveProperty(String(refused.status));
  });

  test('takes bodies as JSON and as forms', () => {
    const content = document.paths['/get-products']?.['post']?.requestBody?.content ?? {};
    expect(Object.keys(content)).toEqual(['multipart/form-data', 'application/json']);
    expect(document.paths['/store-info']?.['post']?.requestBody).toBeUndefined();
  });

  test('has no dangling references', () => {
    const references = referencesIn(document);
    expect(references.length).toBeGreaterThan(20);
    for (const reference of references) {
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
      expect(found, reference).toBeDefined();
    }
  });

  test('describes fields as the contract does', () => {
    const schemas = document.components.schemas;
    expect(schemas['Product']).toMatchObject({ type: 'object', properties: { mrp: { pattern: '^\\d+\\.\\d{2}$' } } });
    expect(schemas['Order']).toMatchObject({ properties: { payment_method: { enum: ['cod', 'prepaid'] } } });
    expect(document.paths['/checkout']?.['post']?.parameters).toMatchObject([
      { name: 'idempotency-key', in: 'header', required: false },
    ]);
  });
});

describe('the API documentation page', () => {
  test('shows every call, and works without script or other resources', async () => {
    const response = await shop.raw('/docs', { headers: { 'x-app-key': '' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    const page = await response.text();
    for (const call of [...calls, ...keyedCalls, ...operationCalls]) expect(page).toContain(`<article id="${call.name}">`);
    expect(page).not.toMatch(/<script|<link|<img|style="|\son\w+=/);
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
  });
});
