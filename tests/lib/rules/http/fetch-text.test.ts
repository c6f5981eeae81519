import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchText, jsonOf, UnusableReply } from '#lib/rules/http/fetch-text.ts';

const maxBytes = 1000;
const seen: string[] = [];
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    seen.push(url);
    const status = Number(/^\/(3\d\d)$/.exec(url)?.[1]);
    if (status) return void response.writeHead(status, { location: '/inner' }).end();
    if (url === '/exact') return void response.end('é'.repeat(maxBytes / 2));
    if (url === '/larger') return void response.end('x'.repeat(maxBytes + 1));
    if (url === '/gzip') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_000_000)));
    if (url !== '/endless') return void response.writeHead(418).end('{"a":1}');
    const send = (): void => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', send);
    send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a reply within the limit is read with its status', async () => {
  expect((await fetchText(`${origin}/exact`, { maxBytes })).text).toBe('é'.repeat(maxBytes / 2));
  const reply = await fetchText(new Request(`${origin}/tea`), { maxBytes });
  expect([reply.status, reply.ok, jsonOf(reply)]).toEqual([418, false, { a: 1 }]);
  expect(jsonOf({ text: '<html>' })).toBeUndefined();
});

test.each(['/larger', '/gzip', '/endless'])('%s is not read further than the limit', async (path) => {
  await expect(fetchText(origin + path, { maxBytes })).rejects.toThrow(UnusableReply);
});

test.each([301, 302, 303, 307, 308])('a redirect with %i is not followed', async (status) => {
  await expect(fetchText(`${origin}/${status}`, { maxBytes })).rejects.toThrow(UnusableReply);
  expect(seen).not.toContain('/inner');
});
