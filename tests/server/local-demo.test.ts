import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHost } from '#server/host.ts';

const empty = mkdtempSync(join(tmpdir(), 'local-demo-'));
const server = createHost({
  handleRequest: async () => new Response('the shop', { status: 404 }),
  clientFolder: empty,
  mediaFolder: empty,
  revision: () => 1,
  isLocalOnly: true,
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  rmSync(empty, { recursive: true });
});

/** Requests a path of the demo shop with these headers over the loopback interface. */
function ask(path: string, headers: Record<string, string>, method = 'GET'): Promise<{ status?: number; body: string }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk)).on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asked.on('error', reject).end();
  });
}

describe('a demo shop started by default', () => {
  test.each(['localhost', 'localhost:4321', 'LOCALHOST:80', '127.0.0.1:4321', '[::1]:4321', 'shop.localhost'])(
    'accepts requests for %s',
    async (host) => {
      expect(await ask('/', { host })).toEqual({ status: 404, body: 'the shop' });
    },
  );

  test.each(['shop.example', '192.168.1.5:4321', '127.0.0.1.evil.example', 'localhost.evil.example', '[::2]:4321', '0.0.0.0'])(
    'refuses requests for "%s"',
    async (host) => {
      const { status, body } = await ask('/', { host });
      expect([status, body]).toEqual([403, expect.stringContaining('start it with DEMO_MODE=1')]);
    },
  );

  test.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'])(
    'refuses proxied requests with %s: pages, files, pictures, calls and metrics',
    async (header) => {
      for (const path of ['/', '/shop', '/_astro/a.js', '/media/a.svg', '/metrics'])
        expect((await ask(path, { host: 'localhost', [header]: '127.0.0.1' })).status).toBe(403);
      const call = await ask('/api/login/otp', { host: 'localhost', [header]: '127.0.0.1' }, 'POST');
      expect(call.status).toBe(403);
      expect(JSON.parse(call.body)).toEqual({ success: false, message: expect.stringContaining('DEMO_MODE=1') });
    },
  );
});
