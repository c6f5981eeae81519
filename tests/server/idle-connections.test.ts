import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createHost, type HostOptions } from '#server/host.ts';

const folder = mkdtempSync(join(tmpdir(), 'idle-'));
const sockets: Socket[] = [];
let server: Server;
let release: () => void = () => undefined;

async function open(options: Partial<HostOptions>, host = '127.0.0.1'): Promise<void> {
  server = createHost({
    handleRequest: async (request) => {
      if (request.url.endsWith('/api/waits')) await new Promise<void>((resolve) => (release = resolve));
      return new Response('the shop');
    },
    clientFolder: folder,
    mediaFolder: folder,
    revision: () => 1,
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
}

afterEach(async () => {
  release();
  for (const socket of sockets.splice(0)) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Connects and sends a request; resolves to the connection and the first bytes of the answer, '' if it was closed. */
async function visit(path = '/'): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { port, address } = server.address() as AddressInfo;
  const socket = connect(port, address);
  sockets.push(socket);
  socket.on('error', () => undefined);
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(String(data)));
    socket.once('close', () => resolve(''));
  });
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`GET ${path} HTTP/1.1\r\nhost: shop.example\r\n\r\n`);
  return { socket, answer };
}

async function visitMany(count: number): Promise<Socket[]> {
  const opened: Socket[] = [];
  for (let number = 0; number < count; number++) {
    const { socket, answer } = await visit();
    expect(await answer).toMatch(/^HTTP\/1\.1 200/);
    opened.push(socket);
  }
  return opened;
}

test('the longest idle connections are closed when nine tenths are used, and busy ones are not', async () => {
  await open({ maxConnections: 20 });
  const busy = await visit('/api/waits');
  await sleep(50);
  const opened = await visitMany(40);
  await expect.poll(() => opened.filter(({ closed }) => !closed).length).toBe(17);
  expect(opened.slice(-17).some(({ closed }) => closed)).toBe(false);
  release();
  expect(await busy.answer).toMatch(/^HTTP\/1\.1 200/);
});

const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((own) => own?.family === 'IPv4' && !own.internal)?.address;

test.skipIf(!ownAddress).each([
  [false, 100],
  [true, 120],
])('one address has at most 100 connections, except a trusted proxy (%s)', async (trustProxy, expected) => {
  await open({ trustProxy, maxConnections: 1000 }, ownAddress);
  const opened = await visitMany(120);
  await expect.poll(() => opened.filter(({ closed }) => !closed).length).toBe(expected);
});

test('the address of this machine has no limit of its own, because a proxy may be there', async () => {
  await open({ maxConnections: 1000 });
  const opened = await visitMany(120);
  await sleep(50);
  expect(opened.filter(({ closed }) => closed)).toEqual([]);
});
