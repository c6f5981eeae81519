import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createHost, type HostOptions } from '#server/host.ts';
import { createMetricsServer } from '#server/metrics-endpoint.ts';

const reader = { contentType: 'text/plain; version=0.0.4', read: async () => 'shop_requests_total 1\n' };
const empty = mkdtempSync(join(tmpdir(), 'haat-empty-'));
afterAll(() => rmSync(empty, { recursive: true }));
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const host = (options: Partial<HostOptions>) =>
  listen(
    createHost({
      handleRequest: async () => new Response('a page', { status: 404 }),
      clientFolder: empty,
      mediaFolder: empty,
      revision: () => 1,
      ...options,
    }),
  );
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test('metrics require the token', async () => {
  const origin = await host({ metrics: { reader, token: 'm3trics' } });
  const response = await fetch(`${origin}/metrics`, bearer('m3trics'));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, reader.contentType]);
  expect(await response.text()).toBe('shop_requests_total 1\n');
  for (const init of [{}, bearer(''), bearer('m3tricx'), bearer('m3trics and more')])
    expect((await fetch(`${origin}/metrics`, init)).status).toBe(401);
});

test('a host without a token has no metrics', async () => {
  const origin = await host({});
  expect(await (await fetch(`${origin}/metrics`, bearer('m3trics'))).text()).toBe('a page');
});

test('a separate metrics port serves metrics without a token, and nothing else', async () => {
  const origin = await listen(createMetricsServer(reader, undefined));
  expect(await (await fetch(`${origin}/metrics`)).text()).toBe('shop_requests_total 1\n');
  expect((await fetch(`${origin}/`)).status).toBe(404);
});

test('a failure to read metrics is an error, and the host continues', async () => {
  const failures: unknown[] = [];
  const broken = { ...reader, read: () => Promise.reject(new Error('the database is away')) };
  const origin = await host({ metrics: { reader: broken, token: 't' }, onError: (error) => failures.push(error) });
  expect((await fetch(`${origin}/metrics`, bearer('t'))).status).toBe(500);
  expect(failures).toHaveLength(1);
  expect((await fetch(`${origin}/`)).status).toBe(404);
});

test('pages are counted by whether they were cached', async () => {
  const served: string[] = [];
  const handleRequest = async () => new Response('<p>a page</p>', { headers: { 'content-type': 'text/html' } });
  const origin = await host({ handleRequest, onPageServed: (outcome) => served.push(outcome) });
  for (const path of ['/', '/', '/cart']) await (await fetch(origin + path)).text();
  expect(served).toEqual(['rendered', 'ready', 'rendered']);
});
