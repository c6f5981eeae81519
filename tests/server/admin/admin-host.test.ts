import type { Server } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { ADMIN_HOST_HEADER } from '#lib/contract/admin/admin-path.ts';
import { createHost, type HostOptions } from '#server/host.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** What the pages and the calls were asked for: method, URL and whether it came by way of the admin's host. */
const asked: string[] = [];
const answer = async (request: Request): Promise<Response> => {
  asked.push(`${request.method} ${request.url} ${request.headers.has(ADMIN_HOST_HEADER)} ${await request.text()}`.trim());
  return new Response('page', { headers: { 'content-type': 'text/html', 'cache-control': 'no-store' } });
};

async function open(options: Partial<HostOptions> = {}): Promise<void> {
  asked.length = 0;
  server = createHost({
    clientFolder,
    mediaFolder: '/nonexistent',
    revision: () => 1,
    handleRequest: answer,
    siteUrl: 'https://shop.example',
    admin: { handleRequest: answer, clientFolder, origin: undefined },
    ...options,
  });
  await new Promise<void>((resolve) => void server?.listen(0, '127.0.0.1', resolve));
}

interface Answer {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

const send = (path: string, { method = 'GET', host = 'shop.example', body = '' } = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = (server as Server).address() as AddressInfo;
    request({ port, host: '127.0.0.1', path, method, headers: { host, 'content-type': 'text/plain' } }, async (response) => {
      resolve({ status: response.statusCode, headers: response.headers, body: await text(response) });
    })
      .on('error', reject)
      .end(body);
  });

const clientFolder = new URL('../../../public', import.meta.url).pathname;
const own = { admin: { handleRequest: answer, clientFolder, origin: 'https://admin.shop.example' } };

test('an admin page is rendered for each request, by the configured origin, and kept by nobody', async () => {
  await open();
  for (const _ of [1, 2]) {
    const { status, headers } = await send('/admin/orders?status=placed');
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex']);
    expect(headers['strict-transport-security']).toBeDefined();
  }
  expect(asked).toEqual(Array(2).fill('GET https://shop.example/admin/orders?status=placed true'));
});

test('a form of an admin page arrives with its body', async () => {
  await open();
  expect(await send('/admin', { method: 'POST', body: 'a=b' })).toMatchObject({ status: 200 });
  expect(asked).toEqual(['POST https://shop.example/admin true a=b']);
});

test('a form that is too large is refused', async () => {
  await open();
  expect(await send('/admin', { method: 'POST', body: 'a'.repeat(3 * 1024 * 1024) })).toMatchObject({ status: 413 });
});

test.for(['PUT', 'DELETE', 'OPTIONS'])('the method %s is refused', async (method) => {
  await open();
  expect(await send('/admin', { method })).toMatchObject({ status: 405 });
  expect(asked).toEqual([]);
});

test('without admin pages their paths answer 404', async () => {
  await open({ admin: undefined });
  for (const path of ['/admin', '/admin/orders']) expect(await send(path)).toMatchObject({ status: 404 });
  expect(asked).toEqual([]);
});

test.for([
  '/admin',
  '/admin/orders',
  '/api/admin/self',
  '/api/%61dmin/self',
  '/api/x/../admin/self',
  '/api/%2e/admin/self',
  '/x/../%61dmin',
])('with a host of their own, the host of the shop has no %s', async (path) => {
  await open(own);
  expect(await send(path)).toMatchObject({ status: 404 });
  expect(asked).toEqual([]);
});

test.for(['/shop', '/products/kurta', '/faq', '/api/store-info'])('the own host of the admin pages has no %s', async (path) => {
  await open(own);
  // Asked several times: the shop keeps finished pages.
  for (const _ of [1, 2, 3]) await send(path);
  expect(await send(path, { host: 'admin.shop.example' })).toMatchObject({
    status: 404,
    body: expect.not.stringContaining('page'),
  });
});

test('the own host of the admin pages serves them, and leads there from its home page', async () => {
  await open(own);
  expect(await send('/', { host: 'admin.shop.example' })).toMatchObject({ status: 302, headers: { location: '/admin' } });
  expect(await send('/admin', { host: 'Admin.Shop.Example' })).toMatchObject({ status: 200 });
  expect(asked).toEqual(['GET https://admin.shop.example/admin true']);
});

test.for(['/%61dmin', '/admin%2forders', '//admin', '/./admin'])('%s is no way around', async (path) => {
  await open(own);
  await send(path);
  expect(asked.filter((line) => line.includes(' true'))).toEqual([]);
});

test('a host of the store API alone serves the admin pages too', async () => {
  await open({ ...own, clientFolder: undefined });
  expect(await send('/admin', { host: 'admin.shop.example' })).toMatchObject({ status: 200 });
  expect(await send('/shop', { host: 'api.shop.example' })).toMatchObject({ status: 404 });
  expect(await send('/api/store-info', { host: 'admin.shop.example' })).toMatchObject({ status: 200 });
});
