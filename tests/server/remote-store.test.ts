import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectConfiguration } from '#api/environment/configuration.ts';
import { checkRemoteStore, readRemoteStore } from '#server/check-remote-store.ts';

const siteUrl = 'https://shop.example';
let server: Server;
let origin: string;
/** What the store allows at present. */
let allowed: string | undefined;

beforeAll(async () => {
  server = createServer(({ url, headers }, response) => {
    if (!url?.startsWith('/api/')) return void response.writeHead(404).end('Not here');
    if (headers['x-app-key'] !== 'right-key') return void response.writeHead(401).end('{"success":false}');
    response
      .writeHead(200, allowed ? { 'access-control-allow-origin': allowed } : {})
      .end(JSON.stringify({ success: true, storeinfo: { store_name: 'Far Shop' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** Checks a store with these settings. */
async function check(
  settings: Record<string, string>,
  { key = 'right-key', isAccepted = true } = {},
): Promise<string | undefined> {
  const store = readRemoteStore(settings, key);
  return store && checkRemoteStore(store, async () => isAccepted);
}

test('a remote store that answers is right, with or without a slash at the end', async () => {
  expect(await check({})).toBeUndefined();
  expect(await check({ STORE_API_URL: `${origin}/api` })).toBeUndefined();
  expect(await check({ STORE_API_URL: `${origin}/api/` })).toBeUndefined();
});

test('a remote store that does not work is reported with what to do', async () => {
  expect(await check({ STORE_API_URL: 'http://127.0.0.1:9/api' })).toMatch(
    /^The store API at http:\/\/127\.0\.0\.1:9\/api cannot be reached \(.*(ECONNREFUSED|bad port).*\)\. Start it, or correct STORE_API_URL; the pages need no restart/,
  );
  expect(await check({ STORE_API_URL: origin }, { isAccepted: false })).toContain(
    'answers /store-info with 404 and without store info. STORE_API_URL must be the base of a store API',
  );
  expect(await check({ STORE_API_URL: `${origin}/api` }, { key: 'wrong-key' })).toContain(
    'refuses the application key (401). Set PUBLIC_STORE_APP_KEY to the key of that store',
  );
});

test('a remote store that browsers may not call from the shop’s address is reported', async () => {
  const settings = { STORE_API_URL: `${origin}/api`, PUBLIC_STORE_API_URL: `${origin}/api`, PUBLIC_SITE_URL: `${siteUrl}/` };
  expect(await check(settings)).toContain(
    `does not allow browsers to call it from ${siteUrl}. Set STORE_ALLOWED_ORIGINS=${siteUrl} there`,
  );
  for (allowed of [siteUrl, '*']) expect(await check(settings)).toBeUndefined();
  allowed = undefined;
  expect(await check({ ...settings, PUBLIC_STORE_API_URL: `${siteUrl}/api` })).toBeUndefined();
});

test('STORE_API_URL must be a URL', () => {
  for (const url of ['store.example/api', 'ftp://store.example', '/api'])
    expect(inspectConfiguration({ STORE_API_URL: url }).problems).toEqual([
      `STORE_API_URL must be the base of a store API, such as https://api.shop.example/api, not "${url}"`,
    ]);
});
