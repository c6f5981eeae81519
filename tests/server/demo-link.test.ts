import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type Store } from '#api/embedded-store.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { createHost } from '#server/host.ts';

const token = 'the-token-of-the-printed-link';
const dataDir = mkdtempSync(join(tmpdir(), 'demo-link-'));
let store: Store;
let open: Store;
let server: Server;
/** Passes bytes on, as a proxy does that sets no headers. */
let proxy: Server;

const listen = (listener: Server): Promise<void> => new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve));
const urlOf = (listener: Server): string => `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;

beforeAll(async () => {
  const options = { log: pino({ level: 'silent' }), demoMode: true, runsBackgroundWork: false };
  store = await openStore({ ...options, dataDir, demoLinkToken: token });
  open = await openStore({ ...options, dataDir });
  server = createHost({
    handleRequest: async () => new Response('the shop', { headers: { 'content-type': 'text/html' } }),
    handleCall: store.fetch,
    clientFolder: dataDir,
    mediaFolder: dataDir,
    revision: () => 1,
    isLocalOnly: true,
    demoLinkToken: token,
  });
  await listen(server);
  proxy = createServer((client) => {
    const shop = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.pipe(shop).pipe(client);
    for (const socket of [client, shop]) socket.on('error', () => socket.destroy());
  });
  await listen(proxy);
});

afterAll(async () => {
  proxy.close();
  server.close();
  await store.close();
  await open.close();
  rmSync(dataDir, { recursive: true });
});

let number = 9_811_112_200;
const codeRequest = (cookie?: string): RequestInit => {
  number += 1;
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-app-key': 'demo-key', ...(cookie && { cookie }) },
    body: JSON.stringify({ mobile: String(number) }),
  };
};

test.each(['/otp/send', '/login/otp'])('%s shows a code only to a browser that opened the printed link', async (path) => {
  for (const [base, cookie] of [
    [urlOf(server), undefined],
    [urlOf(proxy), undefined],
    [urlOf(proxy), 'demo_link=wrong'],
    [urlOf(proxy), `demo_link=${token.slice(1)}`],
  ] as const) {
    const refused = await fetch(`${base}/api${path}`, codeRequest(cookie));
    expect([refused.status, await refused.json()]).toEqual([403, { success: false, message: failure.demoLink }]);
  }
  const shown = await fetch(`${urlOf(server)}/api${path}`, codeRequest(`a=b; demo_link=${token}`));
  expect(await shown.json()).toMatchObject({ success: true, data: { otp: expect.stringMatching(/^\d{6}$/) } });
});

test('the link sets a cookie and redirects to the address without the token', async () => {
  for (const attempt of [1, 2]) {
    await (await fetch(`${urlOf(server)}/`)).text();
    const opened = await fetch(`${urlOf(server)}/?demo=${token}`, { redirect: 'manual' });
    expect([attempt, opened.status, opened.headers.get('location')]).toEqual([attempt, 303, '/']);
    expect(opened.headers.get('set-cookie')).toBe(`demo_link=${token}; Path=/; HttpOnly; SameSite=Lax`);
  }
});

test.each(['/?demo=wrong', '/?demo=', '/', `/shop?demo=${token}`])('%s sets none', async (path) => {
  const page = await fetch(`${urlOf(proxy)}${path}`, { redirect: 'manual' });
  expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
});

test('a demo that was asked for shows codes to all', async () => {
  const shown = await open.fetch(new Request('http://shop.example/api/otp/send', codeRequest()));
  expect(await shown.json()).toMatchObject({ data: { otp: expect.any(String) } });
});
