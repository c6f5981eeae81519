import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectionLimit } from '#server/http/connections.ts';
import type { FailedRequest } from '#server/http/failed-request.ts';
import { requestsInFlight } from '#server/http/responses-in-flight.ts';
import { dial, exchange, type FileHost, startFileHost } from './files/fixture.ts';

const failures: (FailedRequest | undefined)[] = [];
let host: FileHost;
let release: () => void = () => undefined;

beforeAll(async () => {
  host = await startFileHost(() => undefined, {
    onError: (_error, request) => void failures.push(request),
    metrics: { reader: { contentType: 'text/plain', read: () => Promise.reject(new Error('no metrics')) }, token: 't' },
    handleRequest: async (request) => {
      const { pathname, origin } = new URL(request.url);
      if (pathname.endsWith('/breaks') || pathname.endsWith('/9876543210')) throw new Error('the handler failed');
      if (pathname === '/api/waits') await new Promise<void>((resolve) => (release = resolve));
      return new Response(`${request.method} ${origin}${pathname}`);
    },
  });
});
beforeEach(() => void failures.splice(0));
afterAll(() => host.close());

const close = 'host: shop.example\r\nconnection: close\r\n\r\n';

describe('a request that fails does not affect others:', () => {
  test.each([
    ['a call', 'POST /api/breaks?token=secret HTTP/1.1\r\ncontent-length: 0\r\n', { method: 'POST', path: '/api/breaks' }],
    ['a page', 'GET /products/breaks?verify=secret HTTP/1.1\r\n', { method: 'GET', path: '/products/breaks' }],
    ['metrics', 'GET /metrics HTTP/1.1\r\nauthorization: Bearer t\r\n', { method: 'GET', path: '/metrics' }],
    ['a path with a phone number', 'GET /products/9876543210 HTTP/1.1\r\n', { method: 'GET', path: '/products/[phone]' }],
  ])('%s', async (_kind, head, noted) => {
    const answer = await exchange(host.port, head + close);
    expect(answer).toMatch(/^HTTP\/1\.1 500 /);
    expect(answer).not.toContain('broken');
    expect(failures).toEqual([{ ...noted, requestId: expect.any(String) }]);
    expect(answer).toContain(`x-request-id: ${failures[0]?.requestId}`);
    expect(await exchange(host.port, `GET /faq HTTP/1.1\r\n${close}`)).toContain('GET http://shop.example/faq');
  });
});

describe('a request target', () => {
  test('may include its origin', async () => {
    const answer = await exchange(host.port, `GET http://other.example/faq?a=1 HTTP/1.1\r\n${close}`);
    expect(answer).toContain('GET http://other.example/faq');
    const call = await exchange(host.port, `POST http://other.example/api/x HTTP/1.1\r\ncontent-length: 0\r\n${close}`);
    expect(call).toContain('POST http://other.example/api/x');
  });

  test.each(['http://', 'ftp://a/b', 'http://[::1/', 'fine', '?a', '*', 'https://a:99999/'])('%s is refused', async (target) => {
    expect(await exchange(host.port, `GET ${target} HTTP/1.1\r\n${close}`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('of a star is valid with OPTIONS only', async () => {
    expect(await exchange(host.port, `OPTIONS * HTTP/1.1\r\n${close}`)).toMatch(/^HTTP\/1\.1 204 /);
  });
});

test('a request with two Host headers is refused, and its connection closed', async () => {
  for (const hosts of ['Host: a\r\nHost: b\r\n', 'host: a\r\nhost: a\r\n', 'HOST: a\r\nx: y\r\nhoST: b\r\n']) {
    const answer = await exchange(host.port, `GET /faq HTTP/1.1\r\n${hosts}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/connection: close/i);
  }
});

test.each(['a:99999', '1.2.3.4.5', '[::1', '"><script>', 'a b'])(
  'a page request with the invalid host %s is answered as without a host',
  async (name) => {
    const answer = await exchange(host.port, `GET /faq HTTP/1.1\r\nhost: ${name}\r\nconnection: close\r\n\r\n`);
    expect(answer).toContain('GET http://localhost/faq');
  },
);

test.each(['a:99999', '1.2.3.4.5', '[::1', '"><script>', 'a b', ''])(
  'an API request with the invalid host %j is refused',
  async (name) => {
    const head = `POST /api/x HTTP/1.1\r\nhost: ${name}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`;
    expect(await exchange(host.port, head)).toMatch(/^HTTP\/1\.1 400 /);
    expect(failures).toEqual([]);
  },
);

test.each([
  ['NONSENSE\r\n\r\n', 400],
  ['GET /faq HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n', 400],
  ['POST /api/x HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n', 400],
  ['GET /faq HTTP/1.1\nhost: a\n\n', 400],
  [`GET /${'a'.repeat(40_000)} HTTP/1.1\r\n`, 431],
  [`POST /api/x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n1;${'e'.repeat(40_000)}`, 413],
])('invalid HTTP is refused with nosniff: %.40j', async (bytes, status) => {
  const answer = await exchange(host.port, bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toContain('x-content-type-options: nosniff');
});

test('invalid HTTP after a started response does not corrupt it', async () => {
  const socket = await dial(host.port);
  let got = '';
  socket.on('data', (chunk) => (got += chunk));
  socket.write('GET /api/waits HTTP/1.1\r\nhost: a\r\n\r\n');
  await expect.poll(() => requestsInFlight(host.server).length).toBe(1);
  socket.write('NONSENSE\r\n\r\n');
  await new Promise((resolve) => socket.once('close', resolve));
  release();
  expect(got.match(/HTTP\/1\.1/g) ?? []).toHaveLength(1);
  await expect.poll(() => requestsInFlight(host.server)).toEqual([]);
});

test('a connection that sends requests without reading responses is closed', async () => {
  const socket = await dial(host.port);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write('GET /api/waits HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(200));
  await ended;
  release();
  expect(requestsInFlight(host.server)).toEqual([]);
});

describe('requests in one packet for a page that is ready in the cache', () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: shop.example\r\n\r\n`;
  beforeAll(async () => {
    for (let i = 0; i < 4; i++) await exchange(host.port, `GET /terms-use HTTP/1.1\r\n${close}`);
  });

  test('are answered in their order, also between others', async () => {
    const paths = ['/terms-use', '/terms-use', '/privacy-policy', '/terms-use', '/faq'];
    const answer = await exchange(host.port, `${paths.map(get).join('')}GET /terms-use HTTP/1.1\r\n${close}`);
    expect(answer.match(/(?<=GET http:\/\/shop\.example)[/a-z-]+(?=HTTP|$)/g)).toEqual([...paths, '/terms-use']);
  });

  test('close the connection when there are too many', async () => {
    const answer = await exchange(host.port, get('/terms-use').repeat(200));
    expect(answer.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(102);
    expect(requestsInFlight(host.server)).toEqual([]);
  });
});

test('the limit of connections leaves each a file descriptor', () => {
  expect(connectionLimit('Max open files            1024                 1048576              files\n')).toBe(462);
  expect(connectionLimit('Max open files            1048576              1048576              files\n')).toBe(2000);
  expect(connectionLimit('Max open files            64                   64                   files\n')).toBe(10);
  expect(connectionLimit('')).toBe(2000);
  expect(host.server.maxConnections).toBeGreaterThan(9);
});

test('a render that is still queued when its client disconnects is aborted without an error', async () => {
  const errors: unknown[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const busy = await startFileHost(() => undefined, {
    maxConcurrentRenders: 1,
    onError: (error) => void errors.push(error),
    handleRequest: async () => {
      await finished;
      return new Response('a page');
    },
  });
  const first = fetch(`${busy.origin}/faq`);
  const client = new AbortController();
  const second = fetch(`${busy.origin}/contact`, { signal: client.signal });
  await expect.poll(() => requestsInFlight(busy.server).length).toBe(2);
  client.abort();
  await expect(second).rejects.toThrow();
  await expect.poll(() => requestsInFlight(busy.server).length).toBe(1);
  finish();
  expect(await (await first).text()).toBe('a page');
  expect(errors).toEqual([]);
  busy.close();
});
