import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAdminOpenApiDocument, getOpenApiDocument } from '#api/openapi.ts';
import { adminOpenApiCall } from '#lib/contract/admin/openapi.ts';
import { adminCalls } from '#lib/contract/calls/admin-calls.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const document = getAdminOpenApiDocument();

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('the document of the admin pages is valid, and has each of their calls and no other', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document) as unknown as Record<string, unknown>);
  expect([valid, errors]).toEqual([true, undefined]);
  const described = Object.values(document.paths).flatMap((operations) => Object.values(operations));
  const names = [...adminCalls, adminOpenApiCall].map(({ name }) => name);
  expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted());
  for (const call of adminCalls as readonly Call[]) {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    const needsSession = call.access === 'packer' || call.access === 'owner';
    expect('token' in (operation?.security[0] ?? {}), call.name).toBe(needsSession);
    if (call.access === 'owner' || call.needsRecentSignIn) expect(operation?.responses).toHaveProperty('403');
  }
});

test('the document for everyone names nothing of the admin pages', () => {
  expect(JSON.stringify(getOpenApiDocument())).not.toMatch(/admin/i);
});

test('an owner gets the document as it is', async () => {
  const headers = { authorization: `Bearer ${await staffToken(shop, 'owner')}` };
  const response = await shop.raw(adminOpenApiCall.path, { headers });
  expect(await response.json()).toEqual(document);
});
