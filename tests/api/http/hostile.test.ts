import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCalls } from '#lib/contract/calls/admin-calls.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import type { Call } from '#lib/contract/calls/define-call.ts';
import { searchProductsCall } from '#lib/contract/catalogue.ts';
import { updateUserDetailsCall } from '#lib/contract/guest-details.ts';
import { staffToken } from '#tests/support/admin/staff.ts';
import { hostileStrings } from '#tests/support/real-files.ts';
import { openShop, signIn, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let token: string;
let owner: string;
beforeAll(async () => {
  shop = await openShop();
  await shop.add({ name: 'Linen Shirt', category: 'Shirts', stock: { S: 1, M: 2 } });
  token = await signUp(shop, '9400000001');
  owner = await staffToken(shop, 'owner');
});
afterAll(() => shop.close());

const all: readonly Call[] = [...calls, ...adminCalls];

const authorisation = ({ access }: Call) => `Bearer ${access === 'owner' || access === 'packer' ? owner : token}`;

describe.each(hostileStrings)('naughty strings, %s', (_, strings) => {
  test('are harmless as searches, filters and slugs', async () => {
    for (const text of strings) {
      if (text.length <= 200) await shop.succeed(searchProductsCall, { body: { search: text } });
      const headers = { 'content-type': 'application/json' };
      const filtered = await shop.raw('/get-products', {
        method: 'POST',
        headers,
        body: JSON.stringify({ sub_category: text, size: text }),
      });
      expect(filtered.status).toBe(200);
      const product = await shop.raw(`/single-product-details/${encodeURIComponent(text.toWellFormed()) || '-'}`);
      expect(product.status).toBe(404);
    }
  }, 180_000);

  test('are stored unchanged as names, apart from surrounding spaces', async () => {
    let mobile = 9_400_001_000;
    for (const text of strings.filter((_, i) => i % 10 === 0)) {
      const guest = await signIn(shop, String(mobile++));
      const body = { firstname: text, lastname: 'Rao', email: `n${mobile}@example.com` };
      const outcome = await shop.call(updateUserDetailsCall, { token: guest, body });
      if (!outcome.success) continue;
      expect((outcome as { data: { customer: { firstname: string } } }).data.customer.firstname).toBe(text.trim());
    }
  });
});

test('any input to any call is answered in the envelope and never with 500', async () => {
  const json = fc.json({ maxDepth: 3 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...all), json, async (call, body) => {
      const path = call.path.replace(/\{\w+\}/, 'x');
      const headers = { authorization: authorisation(call), 'content-type': 'application/json' };
      const response = await shop.raw(path, call.method === 'POST' ? { method: 'POST', headers, body } : { headers });
      expect(response.status).toBeLessThan(500);
      expect(await response.json()).toHaveProperty('success', response.ok);
    }),
    { numRuns: 300 },
  );
});

test('fields of the wrong type are refused or ignored, never a server error', async () => {
  const odd: unknown[] = [
    null,
    true,
    -1,
    1e308,
    2 ** 53,
    '',
    'x',
    [],
    [[]],
    {},
    { toString: 1 },
    '💥',
    '\u0000',
    'a'.repeat(5000),
  ];
  const fields = [
    'mobile',
    'otp',
    'search',
    'page',
    'sub_category',
    'min_price',
    'in_stock',
    'sort_by',
    'product_id',
    'quantity',
    'id',
  ];
  const more = [
    'cart_items',
    'sub_category_id',
    'address',
    'payment_method',
    'expected_total',
    'firstname',
    'email',
    'variant_id',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...all.filter(({ method }) => method === 'POST')),
      fc.dictionary(fc.constantFrom(...fields, ...more), fc.constantFrom(...odd)),
      async (call, body) => {
        const response = await shop.raw(call.path, {
          method: 'POST',
          headers: { authorization: authorisation(call), 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        expect(response.status, JSON.stringify([call.name, body])).toBeLessThan(500);
      },
    ),
    { numRuns: 500 },
  );
});
