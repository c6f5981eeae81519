import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { precompress } from '#server/builds/precompress.ts';
import { createHost } from '#server/host.ts';

const folder = mkdtempSync(join(tmpdir(), 'haat-host-'));
const clientFolder = join(folder, 'client');
const mediaFolder = join(folder, 'media');
let server: Server;
let origin = '';

beforeAll(async () => {
  mkdirSync(join(clientFolder, '_astro'), { recursive: true });
  mkdirSync(mediaFolder);
  writeFileSync(join(clientFolder, '_astro', 'cart.abc.js'), `export const cart = '${'x'.repeat(900)}';`);
  writeFileSync(join(folder, 'secret.txt'), 'not for shoppers');
  await precompress(clientFolder);
  server = createHost({
    clientFolder,
    mediaFolder,
    revision: () => 1,
    handleRequest: async (request) => {
      const { pathname, origin: named } = new URL(request.url);
      if (pathname === '/cart') throw new Error('the page is broken');
      return Response.json({ pathname, named, method: request.method, body: await request.text() });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a built file is compressed and cacheable for a year', async () => {
  const response = await fetch(`${origin}/_astro/cart.abc.js`, { headers: { 'accept-encoding': 'br' } });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(await response.text()).toContain('export const cart');
});

test('a picture imported while the shop runs is available at once', async () => {
  expect((await fetch(`${origin}/media/new.svg`)).status).toBe(404);
  writeFileSync(join(mediaFolder, 'new.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const response = await fetch(`${origin}/media/new.svg`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
});

test('a drawing cannot run script, wherever it is opened', async () => {
  const response = await fetch(`${origin}/media/new.svg`);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test.for(['/media/../secret.txt', '/media/..%2Fsecret.txt', '/media/%2e%2e/secret.txt', '/..%2fsecret.txt'])(
  '%s leads to no file outside the shop',
  async (path) => {
    const { request } = await import('node:http');
    const body = await new Promise<string>((resolve, reject) => {
      request(origin, { path }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text));
      })
        .on('error', reject)
        .end();
    });
    expect(body).not.toContain('not for shoppers');
  },
);

test('an API call reaches the store with its body', async () => {
  const response = await fetch(`${origin}/api/checkout`, { method: 'POST', body: '{"a":1}' });
  expect(await response.json()).toMatchObject({ pathname: '/api/checkout', method: 'POST', body: '{"a":1}' });
});

test('a page uses the requested address, and an invalid host name is ignored', async () => {
  const { request } = await import('node:http');
  const named = (host: string): Promise<string> =>
    new Promise((resolve, reject) => {
      request(`${origin}/shop`, { headers: { host } }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk)).on('end', () => resolve((JSON.parse(text) as { named: string }).named));
      })
        .on('error', reject)
        .end();
    });
  expect(await named('shop.example:8080')).toBe('http://shop.example:8080');
  expect(await named('"><script>')).toBe('http://localhost');
});

test('a page that is requested often is still refused with two Host headers, and answers HEAD without its body', async () => {
  const { request } = await import('node:http');
  const { host } = new URL(origin);
  const send = (method: string, headers: string[]): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      request(`${origin}/faq`, { method, headers, setHost: false }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.on('end', () => resolve([response.statusCode, bytes, response.headers['x-content-type-options']]));
      })
        .on('error', reject)
        .end();
    });
  const answers = [];
  for (let i = 0; i < 5; i++) answers.push(await send('GET', ['host', host]));
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(answers[0]).toEqual([200, expect.any(Number), 'nosniff']);
  expect(await send('HEAD', ['host', host])).toEqual([200, 0, 'nosniff']);
  expect((await send('GET', ['host', host, 'host', 'other.example']))[0]).toBe(400);
});

test('a failing page shows a plain error without internals', async () => {
  const response = await fetch(`${origin}/cart`);
  expect(response.status).toBe(500);
  expect(await response.text()).toBe('Something went wrong. Please try again in a moment.');
});

test('every response has nosniff', async () => {
  for (const path of ['/shop', '/media/new.svg', '/_astro/cart.abc.js', '/api/x']) {
    expect((await fetch(origin + path)).headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('a host of the store API alone serves calls and pictures, and answers 404 for pages', async () => {
  const handleRequest = async (request: Request) => Response.json({ url: new URL(request.url).pathname });
  const options = { clientFolder: undefined, mediaFolder, revision: () => 1, siteUrl: 'https://shop.example', handleRequest };
  const api = createHost(options).listen(0, '127.0.0.1');
  await once(api, 'listening');
  writeFileSync(join(mediaFolder, 'a.jpg'), 'picture');
  const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  expect(await (await fetch(`${url}/api/healthz`)).json()).toEqual({ url: '/api/healthz' });
  expect(await (await fetch(`${url}/media/a.jpg`)).text()).toBe('picture');
  for (const [path, method] of [
    ['/', 'GET'],
    ['/shop', 'GET'],
    ['/signin', 'POST'],
    ['/_astro/x.js', 'GET'],
  ] as const) {
    const response = await fetch(url + path, { method });
    expect([response.status, response.headers.get('cache-control'), await response.json()]).toEqual([
      404,
      'no-store',
      { success: false, message: 'Only the store API is here, below /api. The shop is at https://shop.example' },
    ]);
  }
  api.close();
});
