import { createServer } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { findNewAddress } from '#lib/page/store/find-new-address.ts';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';

afterEach(() => vi.unstubAllEnvs());

const asked = { pathname: '/old', search: '?a=1' };

/** Asks a store by somebody else that sends this reply. */
async function ask(status: number, reply: string): Promise<{ found: string | undefined | null; sent: string | undefined }> {
  let sent: string | undefined;
  const server = await listenOnLoopback(
    createServer((request, response) => {
      sent = request.url;
      response.writeHead(status, { 'content-type': 'application/json' }).end(reply);
    }),
  );
  vi.stubEnv('STORE_API_URL', `${server.url}/api`);
  const found = await findNewAddress(asked);
  await server.stop();
  return { found, sent };
}

const leadingTo = (to: unknown) => ask(200, JSON.stringify({ success: true, data: { to } }));

test('a path and an https address of another maker’s store are taken', async () => {
  const { found, sent } = await leadingTo('/products/x?b=2');
  expect(found).toBe('/products/x?b=2');
  expect(new URLSearchParams(sent?.split('?')[1]).get('address')).toBe('/old?a=1');
  expect((await leadingTo('https://blog.example/')).found).toBe('https://blog.example/');
});

test.for([
  '//evil.example',
  'javascript:alert(1)',
  'http://evil.example',
  '/\\evil.example',
  '/a\r\nset-cookie: x=1',
  '',
  null,
  7,
])('one that leads to %j leads nowhere', async (to) => expect((await leadingTo(to)).found ?? undefined).toBeUndefined());

test('a store without the call leads nowhere, and one that fails does not say', async () => {
  expect((await ask(404, '<!doctype html>')).found).toBeUndefined();
  expect((await ask(500, '{}')).found).toBeNull();
});
