import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type Store } from '#api/embedded-store.ts';
import { createStoreDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { postgresUrl } from '#tests/support/store/test-store.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'outage-'));
let database: TestDatabase;
let store: Store;
/** Passes bytes between the store and PostgreSQL. */
let relay: Server;
const sockets = new Set<Socket>();

beforeAll(async () => {
  database = await createStoreDatabase(postgresUrl as string);
  const real = new URL(database.url);
  const target = new URL(database.url);
  relay = createServer((client) => {
    const server = connect(Number(real.port), real.hostname);
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const { port } = relay.address() as AddressInfo;
  target.hostname = '127.0.0.1';
  target.port = String(port);
  const log = pino({ level: 'silent' });
  store = await openStore({ dataDir, databaseUrl: target.href, applicationKey: 'key', runsBackgroundWork: false, log });
});

afterAll(async () => {
  await store.close();
  relay.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = (path: string, init?: RequestInit): Promise<Response> =>
  store.fetch(new Request(`http://store.test/api${path}`, init));
const list = (): Promise<Response> =>
  ask('/store-info', { method: 'POST', headers: { 'x-app-key': 'key', 'content-type': 'application/json' }, body: '{}' });
const outcome = ({ status, headers }: Response) => [status, headers.get('retry-after')];

test('a server that is frozen, then down, then back: not ready, 503 with retry-after, ready', async () => {
  expect((await ask('/readyz')).status).toBe(200);
  for (const socket of sockets) socket.pause();
  expect(outcome(await ask('/readyz'))).toEqual([503, '5']);
  for (const socket of sockets) socket.resume();
  expect((await ask('/readyz')).status).toBe(200);

  const { port } = relay.address() as AddressInfo;
  const closed = new Promise((resolve) => relay.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(outcome(await ask('/readyz'))).toEqual([503, '5']);
    expect(outcome(await list())).toEqual([503, '5']);
  }
  await new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', resolve));
  await expect.poll(async () => (await list()).status).toBe(200);
  await expect.poll(async () => (await ask('/readyz')).status, { timeout: 8000 }).toBe(200);
}, 30_000);
