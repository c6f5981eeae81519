import { Writable } from 'node:stream';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { listAudit } from '#api/services/audit.ts';
import { addApiKey, listApiKeys, removeApiKey } from '#api/services/keys/api-keys.ts';
import { rateLimits } from '#api/services/limits/rate-limit-rules.ts';
import { calls } from '#lib/contract/calls/all-calls.ts';
import { keyedCalls } from '#lib/contract/calls/keyed-calls.ts';
import { programOrdersCall } from '#lib/contract/programs/orders.ts';
import { type Scope, scopes } from '#lib/contract/programs/scopes.ts';
import { programStockCall } from '#lib/contract/programs/stock.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/rules/durations.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let session: string;
let lines: string;
const keys = {} as Record<Scope, string>;

const hostileText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\0', '.', "' OR 1=1", '9'.repeat(40)));

const addKey = async (...allowed: Scope[]) => (await shop.change((tx) => addApiKey(tx, { name: 'ERP', scopes: allowed }))).key;

beforeAll(async () => {
  lines = '';
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines += String(chunk);
      done();
    },
  });
  shop = await openShop({ log: pino({ level: 'trace' }, stream) });
  session = await signUp(shop, '9876543210');
  for (const scope of scopes) keys[scope] = await addKey(scope);
});
afterAll(() => shop.close());
afterEach(() => vi.useRealTimers());

const send = (call: (typeof keyedCalls)[number] | (typeof calls)[number], token?: string, address = '10.0.0.1') =>
  shop.raw(call.path.replace(/\{\w+\}/, '1'), {
    method: call.method,
    headers: {
      'content-type': 'application/json',
      'x-client-address': address,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(call.method === 'POST' && { body: '{}' }),
  });

const invalidKeys: [string, (scope: Scope) => Promise<string | undefined>][] = [
  ['no key', async () => undefined],
  ['a made-up key', async () => `haat_${'A'.repeat(43)}`],
  ['a malformed key', async () => 'haat_'],
  ['another case', async (scope) => keys[scope].toUpperCase()],
  ['a key without its end', async (scope) => keys[scope].slice(0, -1)],
  ['a session', async () => session],
  [
    'a removed key',
    async (scope) => {
      const { id, key } = await shop.change((tx) => addApiKey(tx, { name: 'Old', scopes: [scope] }));
      await shop.change((tx) => removeApiKey(tx, id));
      return key;
    },
  ],
];

describe.each(keyedCalls)('$method $path', (call) => {
  test.each(invalidKeys)('with %s is refused', async (kind, makeKey) => {
    const response = await send(call, await makeKey(call.scope ?? 'orders:read'), `10.1.0.${kind.length}`);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual(
      kind === 'no key'
        ? { success: false, message: 'User not authenticated' }
        : { success: false, message: 'This API key is not valid', code: 'key_invalid' },
    );
  });

  test('takes its scope and no other, without the application key', async () => {
    for (const scope of scopes) {
      const response = await shop.raw(call.path.replace(/\{\w+\}/, '1'), {
        method: call.method,
        headers: { authorization: `Bearer ${keys[scope]}`, 'x-app-key': '', 'x-client-address': '10.0.0.2' },
        ...(call.method === 'POST' && { body: '{}' }),
      });
      const reply = (await response.json()) as { code?: string };
      if (scope === call.scope) expect([200, 404, 422]).toContain(response.status);
      else expect([response.status, reply.code]).toEqual([403, 'key_scope']);
    }
  });
});

test('any input to any call of a program is answered in the envelope and never with 500', async () => {
  const key = await addKey(...scopes);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...keyedCalls), fc.json({ maxDepth: 3 }), hostileText, async (call, body, text) => {
      const path = call.path.replace(/\{\w+\}/, encodeURIComponent(text) || 'x');
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const query = call.method === 'GET' ? `?cursor=${encodeURIComponent(text)}` : '';
      const response = await shop.raw(path + query, call.method === 'POST' ? { method: 'POST', headers, body } : { headers });
      expect(response.status).toBeLessThan(500);
      expect(await response.json()).toHaveProperty('success', response.ok);
    }),
    { numRuns: 200 },
  );
});

test('a key is no session', async () => {
  const guarded = calls.filter(({ access }) => access !== 'anyone');
  for (const [index, call] of guarded.entries()) {
    const response = await send(call, keys['orders:read'], `10.2.0.${index}`);
    expect([call.name, response.status]).toEqual([call.name, 401]);
  }
});

test('guesses of a stranger are limited, and a valid key from the same address is not', async () => {
  const [[, attempts]] = rateLimits.keyGuess;
  const guess = () => send(programOrdersCall, `haat_${'B'.repeat(43)}`, '10.3.0.1');
  for (let count = 0; count < attempts; count++) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
  expect((await send(programOrdersCall, keys['orders:read'], '10.3.0.1')).status).toBe(200);
});

test('a key has a limit of its own', async () => {
  const [[, attempts]] = rateLimits.keyedCall;
  const [busy, other] = [await addKey('orders:read'), await addKey('orders:read')];
  const { id } = (await listApiKeys(shop.store.db)).at(-2) ?? { id: 0 };
  expect((await send(programOrdersCall, busy)).status).toBe(200);
  await shop.change((tx) => tx.updateTable('rate_limit').set({ points: attempts }).where('key', 'like', 'keyedCall%').execute());
  const refused = await send(programOrdersCall, busy);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0, id > 0]).toEqual([429, true, true]);
  expect((await send(programOrdersCall, other)).status).toBe(200);
  await shop.change((tx) => tx.deleteFrom('rate_limit').where('key', 'like', 'keyedCall%').execute());
});

test('the last use is noted at most once a minute', async () => {
  const key = await addKey('orders:read');
  const lastUse = async () => (await listApiKeys(shop.store.db)).at(-1)?.last_used_at;
  expect(await lastUse()).toBeNull();
  await send(programOrdersCall, key);
  const first = await lastUse();
  expect(first).toMatch(/^20/);
  await send(programOrdersCall, key);
  expect(await lastUse()).toBe(first);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MINUTE_MS });
  await send(programOrdersCall, key);
  expect(await lastUse()).not.toBe(first);
});

test('the audit log says what a key has done, and never the key', async () => {
  const lamp = await shop.add({ name: 'Lamp', category: 'Home', stock: 3 });
  const variant_id = Object.values(lamp.variants)[0] ?? 0;
  const stock = (units: number) =>
    shop.succeed(programStockCall, { token: keys['stock:write'], body: { items: [{ variant_id, stock: units }] } });
  await stock(7);
  await stock(7);
  const events = await listAudit(shop.store.db, { limit: 1000, action: 'stock' });
  expect(events.map(({ actor, detail }) => [actor, JSON.parse(detail)])).toEqual([['key:3', { variants: 1 }]]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * HOUR_MS });
  await send(programStockCall, keys['orders:read'], '10.9.0.1');
  const refused = await listAudit(shop.store.db, { limit: 1, action: 'access-refused' });
  expect(refused[0]?.detail).toBe('{"call":"programStock","status":403,"reason":"key_scope"}');
  const all = JSON.stringify(await listAudit(shop.store.db, { limit: 1000 }));
  expect(lines).toContain('programStock');
  for (const key of Object.values(keys)) {
    expect(all).not.toContain(key);
    expect(lines).not.toContain(key);
    expect(JSON.stringify(await shop.store.db.selectFrom('api_key').selectAll().execute())).not.toContain(key);
  }
});
