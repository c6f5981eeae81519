import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHost } from '#server/host.ts';

const folder = mkdtempSync(join(tmpdir(), 'conditional-'));
let server: Server;
let url: string;

beforeAll(async () => {
  server = createHost({
    handleRequest: async (request) => {
      const status = request.url.includes('/products/') ? 404 : 200;
      return new Response('<!doctype html><title>Shop</title>', { status, headers: { 'content-type': 'text/html' } });
    },
    clientFolder: folder,
    mediaFolder: folder,
    revision: () => 1,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Status, ETag and number of bytes of a page. */
async function ask(method: string, path: string, ifNoneMatch?: string): Promise<[number, string | null, number]> {
  const headers = { 'accept-encoding': 'identity', ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }) };
  const response = await fetch(url + path, { method, headers });
  return [response.status, response.headers.get('etag'), (await response.arrayBuffer()).byteLength];
}

// Again and again, because a page that was requested before is answered by another way.
test.each([1, 2, 3])('a page is 304 where the client has it or asks for none that exists, at request %i', async () => {
  const [status, etag, bytes] = await ask('GET', '/shop');
  expect([status, bytes > 0]).toEqual([200, true]);
  expect(await ask('HEAD', '/shop')).toEqual([200, etag, 0]);
  for (const method of ['GET', 'HEAD']) {
    for (const tag of ['*', ' * ', etag, `W/${etag}`, `"x", ${etag}`])
      expect([method, tag, await ask(method, '/shop', tag ?? '')]).toEqual([method, tag, [304, etag, 0]]);
    expect(await ask(method, '/shop', '"x"')).toEqual([200, etag, method === 'GET' ? bytes : 0]);
  }
});

test('a page that does not exist is 404 for any If-None-Match', async () => {
  for (const method of ['GET', 'HEAD'])
    for (const tag of ['*', '"x"']) expect((await ask(method, '/products/x', tag))[0]).toBe(404);
});
